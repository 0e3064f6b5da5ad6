from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0052_final_resignations'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='late_rule',
            field=models.CharField(choices=[('house', 'a stand-in robot plays, then another player takes the seat'), ('out', 'the player is out of the game')], default='house', max_length=5, verbose_name='rule for late players'),
        ),
        migrations.AlterField(
            model_name='game',
            name='pace',
            field=models.CharField(choices=[('brisk', 'brisk'), ('usual', 'usual'), ('leisurely', 'leisurely'), ('own', 'custom times'), ('1d', '1 day per turn'), ('3d', '3 days per turn'), ('7d', '7 days per turn'), ('none', 'no clock')], default='usual', max_length=9, verbose_name='pace'),
        ),
        migrations.AlterField(
            model_name='game',
            name='seat_order',
            field=models.CharField(choices=[('random', 'random'), ('joined', 'in order of joining'), ('rotated', 'one seat on from the last game')], default='random', max_length=8),
        ),
        migrations.AlterField(
            model_name='game',
            name='status',
            field=models.CharField(choices=[('open', 'open'), ('running', 'running'), ('finished', 'finished'), ('aborted', 'ended without a result'), ('cancelled', 'cancelled')], default='open', max_length=10, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='tableevent',
            name='kind',
            field=models.CharField(choices=[('overdue', 'a soft deadline passed'), ('claim', 'another player asked for the game to go on'), ('automatic', 'an automatic holiday began'), ('holiday', 'a player planned or changed a holiday'), ('deputy', 'the deputy was asked'), ('house', 'a stand-in robot played a turn'), ('out', 'a player ran out of time and left the game'), ('offered', 'a seat was offered to other players'), ('substitute', 'another player took a seat'), ('robot', 'a robot took a seat'), ('returned', 'a player took a seat back'), ('gift', 'a player was given time'), ('paused', 'the game was paused'), ('resumed', 'the game went on'), ('outage', 'the site was down and the clocks were stopped'), ('bounce', 'a clock was stopped because emails came back'), ('pace', 'the pace changed'), ('resigned', 'a player resigned, in games of earlier releases'), ('undone', 'a turn was taken back'), ('proposed', 'a player proposed something'), ('answered', 'a player answered a proposal'), ('closed', 'a proposal ended'), ('operator', 'the operator changed something'), ('deserted', 'no player was left'), ('share', 'a share of the dice was given up')], max_length=10, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='ended_by',
            field=models.CharField(blank=True, choices=[('player', 'played by the player'), ('order', 'played by an order in advance'), ('deputy', 'played by the deputy'), ('house', 'played by a stand-in robot'), ('left', 'the player left the game'), ('replaced', 'another player took the seat'), ('undone', 'undone'), ('over', 'the game ended')], max_length=8, verbose_name='ended by'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='notified_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='notified at'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='notified_by',
            field=models.CharField(blank=True, choices=[('email', 'email'), ('push', 'push'), ('webhook', 'webhook'), ('table', 'the player opened the table'), ('none', 'all notifications were off'), ('start', 'running when clocks were introduced')], max_length=7, verbose_name='notified by'),
        ),
        migrations.AlterField(
            model_name='turnstep',
            name='kind',
            field=models.CharField(choices=[('order', 'an order in advance is played'), ('automatic', 'an automatic holiday begins'), ('deputy', 'the deputy is asked'), ('house', 'a stand-in robot plays'), ('leaves', 'the player leaves the game'), ('offered', 'the seat is offered to other players'), ('robot', 'a robot takes the seat')], max_length=9, verbose_name='kind'),
        ),
    ]
