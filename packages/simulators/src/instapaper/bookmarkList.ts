import { type SimulatedRequest, wholeNumber } from "../shared/Simulator.js"
import { type Bookmarks, hashOf } from "./Account.js"
import { type InstapaperQuirks, failure, inlineHighlight, listAnswer } from "./wire.js"

const maxListed = 500

/** `/bookmarks/list`: the bookmarks of a folder that `have` and `highlights` do not name. */
export const bookmarkList = (
  { distortion, params }: SimulatedRequest,
  all: Bookmarks,
  { folders, quirks }: { readonly folders: ReadonlyArray<{ readonly id: string }>; readonly quirks: InstapaperQuirks }
) => {
  const folder = params["folder_id"] ?? "unread"
  const limit = wholeNumber(params["limit"], 25)
  if (!["unread", "archive", "starred", ...folders.map(({ id }) => id)].includes(folder))
    return failure(1242, "Invalid folder_id")
  const have = new Map(
    (params["have"] ?? "")
      .split(",")
      .filter((one) => one !== "")
      .map((one) => [Number(one.split(":")[0]), one.split(":")[1]])
  )
  const knownIds = new Set((params["highlights"] ?? "").split("-"))
  if (distortion?._tag === "Empty") return listAnswer({ bookmarks: [], highlights: [], deleted: [] }, quirks)
  const inFolder = all
    .filter((one) => (folder === "starred" ? one.starred : one.folder === folder))
    .slice(0, Math.min(maxListed, Math.max(1, limit || 25)))
  const bookmarks = inFolder.filter(
    (one) => !have.has(one.id) || (have.get(one.id) !== undefined && have.get(one.id) !== hashOf(one))
  )
  const withHighlights = params["highlights"] !== undefined ? inFolder : bookmarks
  const highlights = (quirks.inlineHighlights ? withHighlights : []).flatMap((one) =>
    one.highlights.filter(({ id }) => !knownIds.has(String(id))).map((highlight) => inlineHighlight(highlight, one.id))
  )
  return listAnswer(
    { bookmarks, highlights, deleted: [...have.keys()].filter((id) => !inFolder.some((one) => one.id === id)) },
    quirks
  )
}
