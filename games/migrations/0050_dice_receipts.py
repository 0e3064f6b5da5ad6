from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0049_deadline_changes_and_vague_reports'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReceiptKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.BinaryField()),
                ('public', models.CharField(max_length=200)),
            ],
        ),
        migrations.AddField(
            model_name='seat',
            name='receipt',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='seat',
            name='share_given_up',
            field=models.CharField(blank=True, choices=[('player', 'the player'), ('time-out', 'a time-out'), ('deputy', 'the deputy')], max_length=8),
        ),
        migrations.AddField(
            model_name='seat',
            name='share_given_up_ply',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='dice_version',
            field=models.PositiveSmallIntegerField(default=3),
        ),
        migrations.AlterField(
            model_name='tableevent',
            name='kind',
            field=models.CharField(choices=[('overdue', 'a soft deadline passed'), ('claim', 'an opponent claimed'), ('automatic', 'an automatic holiday began'), ('holiday', 'a player planned or changed a holiday'), ('deputy', 'the deputy was asked'), ('house', 'the house played a turn'), ('out', 'a player ran out of time and left the game'), ('offered', 'a seat was offered to other players'), ('substitute', 'another player took a seat'), ('robot', 'a robot took a seat'), ('returned', 'a player took a seat back'), ('gift', 'a player was given time'), ('paused', 'the game was paused'), ('resumed', 'the game went on'), ('outage', 'the site was down and the clocks rested'), ('bounce', 'a clock rests because emails bounce'), ('pace', 'the pace changed'), ('resigned', 'a player resigned, or another did not wait'), ('undone', 'a turn was taken back'), ('proposed', 'a player proposed something'), ('answered', 'a player answered a proposal'), ('closed', 'a proposal ended'), ('operator', 'the operator changed something'), ('deserted', 'no player was left'), ('share', 'a share of the dice was given up')], max_length=10, verbose_name='kind'),
        ),
    ]
