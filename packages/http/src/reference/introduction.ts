/** The introduction of the reference: rules that apply to every operation. */
export const introduction = `One person's data from many services: read-only, synced, self-hosted.
The [change history](docs/changes) lists additions.

**Authentication.** Send \`Authorization: Bearer KEY\` with every request. A key \`svc_live_…\` reads; a key
\`svc_admin_…\` allows everything. \`daybook keys create --name site\` creates a key. The health check, this document
and the webhook receivers need no key.

**Errors.** Every error response is \`{"error": "…", "status": 400}\`, with one line that says what was wrong. 401:
the key is missing or not valid. 403: the operation needs an admin key. 404: the resource does not exist, or there is
no data for the request.

**Limits.** 100 requests per key in any 60 seconds, unless the host or the key sets another limit. Every response has
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds). A request over the limit
answers 429 with \`Retry-After\` in seconds.

**Lists.** \`page\` and \`limit\` select a part of a list; \`pagination\` gives its position and the total. The feed
uses \`cursor\` instead: send the \`next_cursor\` of the previous page.

**Time.** Instants are ISO 8601 in UTC. Days, weeks, months and years are in the host's home time zone. \`date\` is
one day and takes precedence over \`from\` and \`to\`, which are both inclusive.

**Places.** Cities of runs without one at the provider, and the coordinates of cities, come from
[GeoNames](https://www.geonames.org), licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).

**Caching.** \`Cache-Control\` says how long a response is valid. Send its \`ETag\` as \`If-None-Match\` to get a 304
if nothing changed.

**Pictures.** Addresses of pictures are signed, need no key and may be embedded in a page. \`w\`, \`h\`, \`fit\`,
\`format\` and \`q\` may be changed in them. \`thumbhash\` is a placeholder to show until the picture loads.

**Monitoring.** \`GET /metrics\`, with an admin key, reports the state of the host and its syncs in the Prometheus
text format. It is not part of the contract below and may change with the version. \`X-Request-Id\` on every response
identifies the request in the host's log. Send your own id (up to 64 letters, digits, \`.\`, \`_\` and \`-\`) to use
it instead.`
