from django.db import migrations, models


class Migration(migrations.Migration):
    """Resigning is final. A resignation that could still be taken back during the upgrade is: its player resigns again."""


    dependencies = [
        ('games', '0051_reply_reasons'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_resigning',
        ),
        migrations.RemoveField(
            model_name='game',
            name='resigning_seat',
        ),
        migrations.RemoveField(
            model_name='game',
            name='resigns_at',
        ),
        migrations.AlterField(
            model_name='inboundmail',
            name='reason',
            field=models.CharField(blank=True, choices=[('played', 'played'), ('unclear', 'not understood'), ('illegal', 'not possible by the rules'), ('already', 'part of the turn had been played'), ('late', 'about a turn that is over'), ('over', 'the game is over'), ('board', 'asked for the position'), ('help', 'asked for help'), ('question', 'a question'), ('agreed', 'agreed to a proposal'), ('declined', 'declined a proposal'), ('closed', 'about a proposal that is no longer open'), ('said', 'said in the chat'), ('not-said', 'not accepted in the chat'), ('resign', 'asked how to resign'), ('undo', 'asked how to take a turn back'), ('invited', 'has no seat at the table yet'), ('not-started', 'the game has not started'), ('unclear-answer', 'no answer to a proposal'), ('confirm', 'asked to confirm it'), ('kept', 'did not confirm it: nothing has changed'), ('not-done', 'confirmed, but it was no longer possible'), ('resigned', 'resigned'), ('joined', 'accepted an invitation'), ('rejected', 'declined an invitation'), ('not-joined', 'could not accept an invitation'), ('deputy', 'agreed to be a deputy'), ('no-deputy', 'declined to be a deputy'), ('no-request', 'about a request to a deputy that is gone'), ('rematch', 'asked for a rematch'), ('no-rematch', 'could not get a rematch'), ('back', 'is back from a holiday'), ('not-away', 'is back, but was not on holiday'), ('ended', 'the reply address ended with a new password'), ('expired', 'the reply address has expired'), ('off', 'the player has not turned on playing by reply'), ('stranger', 'not from the player’s address'), ('forged', 'the checks of the sender failed'), ('unproved', 'nothing proves the sender'), ('large', 'too large'), ('repeated', 'the same text was answered before'), ('not-answered', 'not answered: too many answers in an hour'), ('no-inbound', 'this site takes no emails'), ('no-turn', 'not sent to the reply address of a turn'), ('gone', 'the player or the table is gone'), ('canary', 'the site’s own test email'), ('bounce', 'a bounce: it has no return address'), ('report', 'a delivery report'), ('final-report', 'a report that one of our emails bounced'), ('vague-report', 'a report about one of our emails that says nothing final'), ('no-reply', 'from an address that no one reads'), ('automatic', 'sent automatically'), ('bulk', 'sent to many'), ('list', 'from a mailing list'), ('subject', 'the subject is that of an automatic reply'), ('own', 'from this site itself'), ('error', 'error')], max_length=20, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='notification',
            name='reason',
            field=models.CharField(blank=True, choices=[('digest', 'waits for the digest'), ('in-digest', 'part of a digest'), ('digest-not-sent', 'its digest was not sent'), ('quiet-hours', 'the player’s quiet hours'), ('looking', 'the player is looking at the table'), ('not-acted', 'one email was sent, and the player has not acted since'), ('not-urgent', 'not urgent yet'), ('paused', 'the address did not answer in time'), ('account-closed', 'the account is closed'), ('no-address', 'there is no address'), ('switched-off', 'the player does not want this kind of email'), ('opted-out', 'the recipient wants no invitations'), ('blocked', 'emails to this address bounce'), ('no-text', 'the text has been deleted'), ('outdated', 'a later one says more'), ('empty', 'the digest is empty'), ('table-gone', 'the table is gone'), ('table-closed', 'the table is no longer open'), ('not-seated', 'the player has left the table'), ('turn-played', 'the turn has been played'), ('game-over', 'the game is over'), ('result-sent', 'the email about the end of the game says it'), ('known', 'the player has seen the table or got an email about a turn'), ('message-gone', 'the message has been removed'), ('answered', 'the invitation has been answered or withdrawn'), ('demonstration', 'demonstration'), ('bounced', 'the email bounced'), ('refused', 'the server refused it'), ('no-answer', 'the server did not say whether it took it'), ('target-gone', 'the device or webhook is gone'), ('call-failed', 'the call failed'), ('worker-stopped', 'every worker that took it stopped'), ('error', 'error')], max_length=20, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='tableevent',
            name='kind',
            field=models.CharField(choices=[('overdue', 'a soft deadline passed'), ('claim', 'an opponent claimed'), ('automatic', 'an automatic holiday began'), ('holiday', 'a player planned or changed a holiday'), ('deputy', 'the deputy was asked'), ('house', 'the house played a turn'), ('out', 'a player ran out of time and left the game'), ('offered', 'a seat was offered to other players'), ('substitute', 'another player took a seat'), ('robot', 'a robot took a seat'), ('returned', 'a player took a seat back'), ('gift', 'a player was given time'), ('paused', 'the game was paused'), ('resumed', 'the game went on'), ('outage', 'the site was down and the clocks rested'), ('bounce', 'a clock rests because emails bounce'), ('pace', 'the pace changed'), ('resigned', 'a player resigned, in games of earlier releases'), ('undone', 'a turn was taken back'), ('proposed', 'a player proposed something'), ('answered', 'a player answered a proposal'), ('closed', 'a proposal ended'), ('operator', 'the operator changed something'), ('deserted', 'no player was left'), ('share', 'a share of the dice was given up')], max_length=10, verbose_name='kind'),
        ),
    ]
