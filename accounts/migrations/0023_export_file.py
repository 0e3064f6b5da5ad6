from django.db import migrations, models


class Migration(migrations.Migration):
    """Name the file of an export. Code of before adds exports with the default of the database."""

    dependencies = [
        ('accounts', '0022_news_seen'),
    ]

    operations = [
        migrations.AddField(
            model_name='export',
            name='file',
            field=models.FileField(blank=True, db_default='', default='', upload_to=''),
        ),
    ]
