import type { HookEventType, HookKind } from "@daybook/core/hooks"

/** Every kind of hook as a person reads it. */
export const kindTitles: Readonly<Record<HookKind, string>> = {
  webhook: "Webhook",
  netlify: "Netlify build",
  vercel: "Vercel build",
  cloudflare: "Cloudflare build",
  github: "GitHub workflow",
  post: "Build by POST",
  listenbrainz: "Listens to ListenBrainz",
  lastfm: "Listens to Last.fm"
}

/** Every event of a webhook. */
export const eventTitles: Readonly<Record<HookEventType, string>> = {
  "feed.item.created": "new in the feed",
  "changes.available": "data changed",
  "sync.run.completed": "sync completed",
  "sync.run.failed": "sync failed",
  "source.paused": "source paused",
  "source.drifted": "source drifted",
  "now_playing.changed": "now playing",
  "hook.disabled": "hook disabled",
  "hook.test": "test"
}
