from django.urls import path

from . import api, views

urlpatterns = [
    path("t/<slug:code>/plan/", views.plan, name="plan"),
    path("t/<slug:code>/study/", views.study, name="study"),
    path("t/<slug:code>/study/node/", views.study_node, name="study_node"),
    path("t/<slug:code>/study/publish/", views.publish_study, name="publish_study"),
    path("t/<slug:code>/studies/", views.published_studies, name="studies"),
    path("t/<slug:code>/studies/<str:name>/", views.published_study, name="published_study"),
    path("t/<slug:code>/notes/", views.notes, name="notes"),
    path("t/<slug:code>/notes/save/", views.save_note, name="save_note"),
    path("t/<slug:code>/diary/", views.diary, name="diary"),
    path("t/<slug:code>/orders/", views.orders, name="orders"),
]

api_urlpatterns = [
    path("games/<api_code:id>/turns/", api.Turns.as_view(), name="turns"),
    path("games/<api_code:id>/orders/", api.AdvanceOrders.as_view(), name="orders"),
    path("games/<api_code:id>/orders/ranks/", api.Ranks.as_view(), name="order_ranks"),
    path("games/<api_code:id>/orders/<api_ply:number>/", api.Order.as_view(), name="order"),
    path("games/<api_code:id>/orders/<api_ply:number>/withdraw/", api.WithdrawOrder.as_view(), name="withdraw_order"),
]
