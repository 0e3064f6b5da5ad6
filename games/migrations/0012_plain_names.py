import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("games", "0011_current_games"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.RenameModel("StandingOrder", "AdvanceOrder"),
        migrations.RenameModel("MailChoice", "MailPreference"),
        migrations.RenameModel("MailRefusal", "InvitationOptOut"),
        migrations.RenameModel("Message", "ChatMessage"),
        migrations.RenameField("MailPreference", "before", "previous"),
        migrations.RenameField("Notification", "road", "channel"),
        migrations.RenameField("InboundMail", "road", "source"),
        migrations.RemoveConstraint("AdvanceOrder", "standing_order_number_once"),
        migrations.AddConstraint(
            "AdvanceOrder",
            models.UniqueConstraint(fields=["game", "user", "number"], name="advance_order_number_once"),
        ),
        migrations.RenameIndex("AdvanceOrder", new_name="advance_order_waiting", old_name="standing_order_waiting"),
        migrations.RemoveConstraint("MailPreference", "mail_choice_of_table_once"),
        migrations.RemoveConstraint("MailPreference", "mail_choice_of_all_once"),
        migrations.AddConstraint(
            "MailPreference",
            models.UniqueConstraint(fields=["user", "kind", "game"], name="mail_preference_of_table_once"),
        ),
        migrations.AddConstraint(
            "MailPreference",
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(game=None), name="mail_preference_of_all_once"
            ),
        ),
        migrations.AlterField(
            model_name='advanceorder',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='advance_orders', to='games.game'),
        ),
        migrations.AlterField(
            model_name='advanceorder',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='advance_orders', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='inboundmail',
            name='state',
            field=models.CharField(choices=[('received', 'received'), ('played', 'played'), ('answered', 'answered, nothing was played'), ('refused', 'refused'), ('ignored', 'ignored'), ('failed', 'failed')], default='received', max_length=10),
        ),
        migrations.AlterField(
            model_name='mailpreference',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mail_preferences', to='games.game'),
        ),
        migrations.AlterField(
            model_name='mailpreference',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_preferences', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='notification',
            name='channel',
            field=models.CharField(choices=[('email', 'email'), ('push', 'push'), ('webhook', 'webhook')], default='email', max_length=7),
        ),
        migrations.AlterField(
            model_name='notification',
            name='digest',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='digest_items', to='games.notification'),
        ),
    ]
