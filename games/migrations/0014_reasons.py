from django.db import migrations, models


class Migration(migrations.Migration):
    """Make a column for a reason's code, and keep what stood there as its detail."""

    dependencies = [("games", "0013_plain_values")]

    operations = [
        migrations.RenameField("Notification", "reason", "detail"),
        migrations.RenameField("InboundMail", "reason", "detail"),
        migrations.RenameField("Analysis", "reason", "detail"),
        migrations.RenameField("Film", "reason", "detail"),
        migrations.RenameField("RobotTurn", "reason", "detail"),
        migrations.AlterModelOptions(
            name='robotturn',
            options={'verbose_name': 'robot turn', 'verbose_name_plural': 'robot turns'},
        ),
        migrations.AddField(
            model_name='analysis',
            name='reason',
            field=models.CharField(blank=True, choices=[('worker-stopped', 'every worker that took it stopped'), ('too-late', 'the game had moved on'), ('error', 'error')], max_length=20),
        ),
        migrations.AddField(
            model_name='film',
            name='reason',
            field=models.CharField(blank=True, choices=[('worker-stopped', 'every worker that took it stopped'), ('too-late', 'the game had moved on'), ('error', 'error')], max_length=20),
        ),
        migrations.AddField(
            model_name='inboundmail',
            name='reason',
            field=models.CharField(blank=True, choices=[('played', 'played'), ('unclear', 'not understood'), ('illegal', 'not possible by the rules'), ('already', 'part of the turn had been played'), ('late', 'about a turn that is over'), ('over', 'the game is over'), ('board', 'asked for the position'), ('help', 'asked for help'), ('question', 'a question'), ('off', 'the player has not turned on playing by reply'), ('stranger', 'not from the player’s address'), ('forged', 'the checks of the sender failed'), ('large', 'too large'), ('repeated', 'the same text was answered before'), ('not-answered', 'not answered: too many answers in an hour'), ('no-inbound', 'this site takes no emails'), ('no-turn', 'not sent to the reply address of a turn'), ('gone', 'the player or the table is gone'), ('canary', 'the site’s own test email'), ('bounce', 'a bounce: it has no return address'), ('report', 'a delivery report'), ('final-report', 'a report that one of our emails bounced'), ('vague-report', 'a report about one of our emails that says nothing final'), ('no-reply', 'from an address that no one reads'), ('automatic', 'sent automatically'), ('bulk', 'sent to many'), ('list', 'from a mailing list'), ('subject', 'the subject is that of an automatic reply'), ('own', 'from this site itself'), ('error', 'error')], max_length=20),
        ),
        migrations.AddField(
            model_name='notification',
            name='reason',
            field=models.CharField(blank=True, choices=[('digest', 'waits for the digest'), ('in-digest', 'part of a digest'), ('digest-not-sent', 'its digest was not sent'), ('quiet-hours', 'the player’s quiet hours'), ('looking', 'the player is looking at the table'), ('not-acted', 'one email was sent, and the player has not acted since'), ('not-urgent', 'not urgent yet'), ('paused', 'the address did not answer in time'), ('account-closed', 'the account is closed'), ('no-address', 'there is no address'), ('switched-off', 'the player does not want this kind of email'), ('opted-out', 'the recipient wants no invitations'), ('blocked', 'emails to this address bounce'), ('no-text', 'the text has been deleted'), ('outdated', 'a later one says more'), ('empty', 'the digest is empty'), ('table-gone', 'the table is gone'), ('table-closed', 'the table is no longer open'), ('not-seated', 'the player has left the table'), ('turn-played', 'the turn has been played'), ('game-over', 'the game is over'), ('result-sent', 'the email about the end of the game says it'), ('known', 'the player has seen the table or got an email about a turn'), ('message-gone', 'the message has been removed'), ('answered', 'the invitation has been answered or withdrawn'), ('demonstration', 'demonstration'), ('bounced', 'the email bounced'), ('refused', 'the server refused it'), ('target-gone', 'the device or webhook is gone'), ('call-failed', 'the call failed'), ('worker-stopped', 'every worker that took it stopped'), ('error', 'error')], max_length=20),
        ),
        migrations.AddField(
            model_name='robotturn',
            name='reason',
            field=models.CharField(blank=True, choices=[('worker-stopped', 'every worker that took it stopped'), ('too-late', 'the game had moved on'), ('error', 'error')], max_length=20),
        ),
        migrations.AddField(
            model_name='webhook',
            name='last_error_params',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name='analysis',
            name='state',
            field=models.CharField(choices=[('queued', 'queued'), ('running', 'in progress'), ('done', 'done'), ('failed', 'failed')], default='queued', max_length=10),
        ),
        migrations.AlterField(
            model_name='film',
            name='state',
            field=models.CharField(choices=[('queued', 'queued'), ('running', 'in progress'), ('done', 'done'), ('failed', 'failed')], default='queued', max_length=10),
        ),
        migrations.AlterField(
            model_name='game',
            name='pace',
            field=models.CharField(choices=[('1d', '1 day per turn'), ('3d', '3 days per turn'), ('7d', '7 days per turn'), ('none', 'no clock')], default='3d', max_length=8, verbose_name='pace'),
        ),
        migrations.AlterField(
            model_name='game',
            name='seat_order',
            field=models.CharField(choices=[('random', 'random'), ('joined', 'in order of joining')], default='random', max_length=8),
        ),
        migrations.AlterField(
            model_name='inboundmail',
            name='state',
            field=models.CharField(choices=[('received', 'received'), ('played', 'played'), ('answered', 'answered, nothing played'), ('refused', 'refused'), ('ignored', 'ignored'), ('failed', 'failed')], default='received', max_length=10),
        ),
        migrations.AlterField(
            model_name='mailblock',
            name='reason',
            field=models.CharField(choices=[('bounce', 'the address does not exist or rejects emails'), ('complaint', 'the recipient reported an email from here as spam')], max_length=10),
        ),
        migrations.AlterField(
            model_name='mailpreference',
            name='frequency',
            field=models.CharField(choices=[('every', 'every time'), ('once', 'one email, then none until you act'), ('twice', 'a digest twice a day'), ('daily', 'a digest once a day'), ('urgent', 'only when urgent'), ('never', 'never')], max_length=8),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='shape',
            field=models.CharField(choices=[('json', 'signed JSON'), ('discord', 'Discord'), ('slack', 'Slack')], default='json', max_length=8, verbose_name='format'),
        ),
    ]
