/** What stands above the reference: all that holds for every operation. */
export const introduction = `One person's life from the services that hold it: read-only, synced, self-hosted.
What changed when is told under [changes](docs/changes).

**Coming in.** Send \`Authorization: Bearer KEY\` with every request. A key \`svc_live_…\` reads, a key \`svc_admin_…\` may do
everything. \`daybook keys create --name site\` makes one. Only the health check, this document and the receivers of webhooks need none.

**Errors.** Every answer that is not a success is \`{"error": "…", "status": 400}\`, with one line that says what was wrong.
401: no key, or none that is known. 403: a read key where an admin key is needed. 404: no such thing, or no data for what was asked.

**Limits.** 100 requests in any 60 seconds for each key, where the host or the key says nothing else. Every answer tells
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds); over the limit it is 429, with \`Retry-After\` in seconds.

**Lists.** \`page\` and \`limit\` choose a part, \`pagination\` says which it is and how many there are. The feed goes by
\`cursor\` instead: send the \`next_cursor\` of the page before.

**Time.** Instants are ISO 8601 in UTC. Days, weeks, months and years are those of the host's home zone. \`date\` is one
day and beats \`from\` and \`to\`, which both include what they name.

**Places.** Cities of runs whose provider names none, and the coordinates of cities, are told by data of
[GeoNames](https://www.geonames.org), licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).

**Keeping.** \`Cache-Control\` says how long an answer is good, \`ETag\` names it: sent back as \`If-None-Match\`, it makes the answer 304 where nothing changed.

**Pictures.** Addresses of pictures are signed, need no key and may stand in a page; \`w\`, \`h\`, \`fit\`, \`format\` and \`q\` may be changed in them.
\`thumbhash\` is a placeholder until they are there.

**Watching the host.** \`GET /metrics\`, with an admin key, tells in the text format of Prometheus how the host and its syncs do. It is not
among the operations below: it is about the host, and what it holds may change with the version.
\`X-Request-Id\` on every answer names the request in the host's log; send one of your own (up to 64 letters, digits, \`.\`, \`_\` and \`-\`) to have it named so.`
