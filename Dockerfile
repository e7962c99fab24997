# The site as an image: docs/running.md. Other base images work too: BUILD_IMAGE needs npm and Node 20 or later, BASE_IMAGE
# needs glibc. The site runs on the project's own Node, which comes with its packages.
ARG BUILD_IMAGE=node:24-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /opt/reround
# Installs the packages in a layer of their own, because they seldom change.
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs --install
COPY . .
RUN npm run build
# Removes packages that are only for the build, and Node's headers, which are only for compiling add-ons.
RUN npm uninstall --omit=dev --no-audit @tailwindcss/vite @vitejs/plugin-react lucide-react rolldown tailwindcss vite \
  && rm -rf node_modules/node-*/include node_modules/.cache

FROM ${BASE_IMAGE}
RUN useradd --system --uid 10001 --no-create-home --home-dir /var/lib/reround --shell /usr/sbin/nologin reround \
  && install -d -o reround -g reround -m 700 /var/lib/reround /var/backups/reround
WORKDIR /opt/reround
COPY --from=build /opt/reround/node_modules node_modules
COPY --from=build /opt/reround/dist dist
COPY package.json LICENSE ./
COPY deploy deploy
COPY migrations migrations
COPY src src
# A command of the site is `node --run NAME -- …`, such as `docker compose exec site node --run admin -- list`.
ENV PATH=/opt/reround/node_modules/.bin:$PATH \
  NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  DATA_DIR=/var/lib/reround
USER reround
VOLUME /var/lib/reround
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=8s --start-period=5m CMD ["node", "deploy/ready.mjs"]
STOPSIGNAL SIGTERM
CMD ["node", "--env-file-if-exists=.env", "--enable-source-maps", "--max-semi-space-size=16", "dist/server/main.js"]
