from django.urls import path

from . import api, views

urlpatterns = [
    path("players/<str:name>/report/", views.report_player, name="report_player"),
    path("t/<slug:code>/report/", views.report_at_table, name="report_at_table"),
    path("t/<slug:code>/record/", views.table_record, name="table_record"),
    path("settings/conduct/", views.conduct, name="conduct"),
    path("settings/conduct/<int:pk>/read/", views.read_sanction, name="read_sanction"),
    path("settings/conduct/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("moderation/", views.queue, name="moderation"),
    path("moderation/cases/<int:pk>/", views.case, name="case"),
    path("moderation/cases/<int:pk>/claim/", views.claim, name="claim_case"),
    path("moderation/cases/<int:pk>/quiet/", views.quiet, name="quiet_case"),
    path("moderation/appeals/<int:pk>/", views.answer_appeal, name="answer_appeal"),
    path("moderation/tables/<slug:code>/", views.look, name="look_at_table"),
]

api_urlpatterns = [
    path("reports/", api.Reports.as_view(), name="reports"),
    path("sanctions/", api.Sanctions.as_view(), name="sanctions"),
    path("sanctions/<int:pk>/read/", api.ReadSanction.as_view(), name="read_sanction"),
    path("sanctions/<int:pk>/appeal/", api.Appeal.as_view(), name="appeal"),
    path("record/", api.ShownRecord.as_view(), name="record"),
    path("moderation/cases/", api.Cases.as_view(), name="cases"),
    path("moderation/cases/<int:pk>/", api.OneCase.as_view(), name="case"),
    path("moderation/cases/<int:pk>/claim/", api.ClaimCase.as_view(), name="claim_case"),
    path("moderation/cases/<int:pk>/decide/", api.DecideCase.as_view(), name="decide_case"),
    path("moderation/appeals/", api.Appeals.as_view(), name="appeals"),
    path("moderation/appeals/<int:pk>/", api.AnswerAppeal.as_view(), name="answer_appeal"),
    path("moderation/tables/<api_code:id>/", api.LookedTable.as_view(), name="look_at_table"),
    path("moderation/record/", api.FullRecord.as_view(), name="full_record"),
]
