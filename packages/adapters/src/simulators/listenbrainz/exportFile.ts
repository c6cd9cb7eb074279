import { strToU8, zipSync } from "fflate"
import type { Scrobble } from "../shared/Scrobble.js"
import { listenHead, listenText } from "./listens.js"

/**
 * The archive that ListenBrainz gives its users: `user.json`, and `listens/YYYY/M.jsonl` with one listen a line, by UTC
 * month. Takes listens oldest first.
 */
export const listenbrainzArchive = (username: string, listens: ReadonlyArray<Scrobble>): Uint8Array => {
  const months = new Map<string, Array<string>>()
  for (const listen of listens) {
    const day = new Date(listen.at * 1_000)
    const name = `listens/${day.getUTCFullYear()}/${day.getUTCMonth() + 1}.jsonl`
    const lines = months.get(name) ?? []
    lines.push(listenHead(listen.at) + listenText(listen, username))
    months.set(name, lines)
  }
  return zipSync({
    "user.json": strToU8(JSON.stringify({ user_id: 1, username })),
    ...Object.fromEntries(Array.from(months, ([name, lines]) => [name, strToU8(`${lines.join("\n")}\n`)]))
  }, { mtime: new Date(Date.UTC(2020, 0, 1)) })
}
