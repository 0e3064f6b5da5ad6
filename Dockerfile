# One image for the web server, the workers and the scheduler. compose.yaml starts them.
FROM python:3.12-slim AS build
WORKDIR /app
COPY requirements-uv.lock requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --target /tools -r requirements-uv.lock \
    && python -m venv --without-pip /app/.venv \
    && /tools/bin/uv pip sync --python /app/.venv/bin/python --require-hashes --compile-bytecode --no-cache requirements.lock

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home marrakech
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATA_DIR=/data \
    STATIC_ROOT=/app/staticfiles
COPY --from=build /app/.venv /app/.venv
COPY . .
RUN SECRET_KEY=only-while-building python manage.py collectstatic --noinput -v 0 \
    && python -m compileall -q manage.py marrakech_site accounts games
USER marrakech
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "marrakech_site.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--threads", "8", "--preload", "--worker-tmp-dir", "/dev/shm"]
