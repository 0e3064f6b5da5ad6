from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_dice_receipts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='inboundmail',
            name='reason',
            field=models.CharField(blank=True, choices=[('played', 'played'), ('unclear', 'not understood'), ('illegal', 'not possible by the rules'), ('already', 'part of the turn had been played'), ('late', 'about a turn that is over'), ('waits', 'a resignation at the table could still be taken back'), ('over', 'the game is over'), ('board', 'asked for the position'), ('help', 'asked for help'), ('question', 'a question'), ('agreed', 'agreed to a proposal'), ('declined', 'declined a proposal'), ('closed', 'about a proposal that is no longer open'), ('said', 'said in the chat'), ('not-said', 'not accepted in the chat'), ('resign', 'asked how to resign'), ('undo', 'asked how to take a turn back'), ('invited', 'has no seat at the table yet'), ('not-started', 'the game has not started'), ('unclear-answer', 'no answer to a proposal'), ('confirm', 'asked to confirm it'), ('kept', 'did not confirm it: nothing has changed'), ('not-done', 'confirmed, but it was no longer possible'), ('resigned', 'resigned'), ('joined', 'accepted an invitation'), ('rejected', 'declined an invitation'), ('not-joined', 'could not accept an invitation'), ('deputy', 'agreed to be a deputy'), ('no-deputy', 'declined to be a deputy'), ('no-request', 'about a request to a deputy that is gone'), ('rematch', 'asked for a rematch'), ('no-rematch', 'could not get a rematch'), ('back', 'is back from a holiday'), ('not-away', 'is back, but was not on holiday'), ('ended', 'the reply address ended with a new password'), ('expired', 'the reply address has expired'), ('off', 'the player has not turned on playing by reply'), ('stranger', 'not from the player’s address'), ('forged', 'the checks of the sender failed'), ('unproved', 'nothing proves the sender'), ('large', 'too large'), ('repeated', 'the same text was answered before'), ('not-answered', 'not answered: too many answers in an hour'), ('no-inbound', 'this site takes no emails'), ('no-turn', 'not sent to the reply address of a turn'), ('gone', 'the player or the table is gone'), ('canary', 'the site’s own test email'), ('bounce', 'a bounce: it has no return address'), ('report', 'a delivery report'), ('final-report', 'a report that one of our emails bounced'), ('vague-report', 'a report about one of our emails that says nothing final'), ('no-reply', 'from an address that no one reads'), ('automatic', 'sent automatically'), ('bulk', 'sent to many'), ('list', 'from a mailing list'), ('subject', 'the subject is that of an automatic reply'), ('own', 'from this site itself'), ('error', 'error')], max_length=20, verbose_name='reason'),
        ),
    ]
