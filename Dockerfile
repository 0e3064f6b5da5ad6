# One image for all processes of the site: docs/containers.md. The release adds the digest of this image: docs/releasing.md.
ARG PYTHON=python:3.12.12-slim-bookworm

FROM ${PYTHON} AS packages
WORKDIR /build
COPY requirements-uv.lock requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --target /tools -r requirements-uv.lock \
    && python -m venv --without-pip /opt/venv \
    && /tools/bin/uv pip sync --python /opt/venv/bin/python --require-hashes --compile-bytecode --no-cache requirements.lock

FROM ${PYTHON} AS code
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /app
COPY --from=packages /opt/venv /opt/venv
COPY . .
# Everybody may read the code, whatever the builder's own files allow. Nobody may change it but root.
RUN SECRET_KEY=only-while-building DATA_DIR=/tmp STATIC_ROOT=/app/staticfiles python manage.py collectstatic --noinput -v 0 \
    && python -m compileall -q manage.py marrakech_site accounts games \
    && chmod -R u=rwX,go=rX /app

FROM ${PYTHON}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Marrakech by Mail" \
      org.opencontainers.image.description="Marrakech and Marram by correspondence: web server, workers, scheduler and commands" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later" \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$REVISION
RUN groupadd --gid 10001 marrakech \
    && useradd --uid 10001 --gid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin marrakech
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data \
    STATIC_ROOT=/app/staticfiles \
    ALIVE_FILE=/tmp/alive
COPY --from=packages /opt/venv /opt/venv
COPY --from=code /app /app
USER 10001:10001
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "marrakech_site.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--threads", "8", "--preload", "--worker-tmp-dir", "/dev/shm"]
