"""What a carrier says when a notification cannot get through, beyond "try again later" (any other exception)."""


class Gone(Exception):
    """The target will never take anything again: a device that is signed off, a webhook that is switched off."""


class Refused(Exception):
    """The server has refused this message for good, whoever it is for: trying again would change nothing."""


class Bounced(Exception):
    """The mailbox does not exist or takes no mail: nothing more may go there."""
