# syntax=docker/dockerfile:1

# Build the dashboard and the server.
FROM node:26-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts

# Remove the Node that npm installed: this image has its own. Keep other optional packages, since one of them is
# the graphics library.
FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && rm -r node_modules/node-linux-* node_modules/.bin/node

FROM node:26-slim
LABEL org.opencontainers.image.title="Tessera" \
      org.opencontainers.image.description="A QR code sharing service: exact counts, durable scans." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY --from=built /app/dist dist
COPY --from=built /app/web/dist web/dist
# Only /data is written, so the root file system can be read-only.
RUN ln -s /app/bin/tessera.js /usr/local/bin/tessera \
 && install -d -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tessera"]
CMD ["serve"]
