from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0006_mail_switches")]

    operations = [migrations.DeleteModel(name="MailSwitch")]
