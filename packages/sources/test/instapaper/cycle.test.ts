import { describe, expect, it } from "@effect/vitest"
import { type FolderAnswer, type SeenBookmark, folderLimit, roundOf } from "../../src/instapaper/cycle.js"
import type { Bookmark } from "../../src/instapaper/wire.js"

const bookmark = (id: number, time: number): Bookmark => ({
  id,
  time,
  url: `https://a.example/${id}`,
  title: "",
  description: "",
  starred: false,
  hash: `h${id}`,
  progress: 0,
  progressTime: 0,
  tags: []
})
const seen = (id: number, time: number): SeenBookmark => [id, `h${id}`, time]
/** A folder that lists the newest `folderLimit` bookmarks, from `from` on. */
const full = (from: number): ReadonlyArray<SeenBookmark> =>
  Array.from({ length: folderLimit }, (_, index) => seen(10_000 + index, from + index))

const answered = (
  id: string,
  announced: ReadonlyArray<SeenBookmark>,
  changes: { readonly listed?: ReadonlyArray<Bookmark>; readonly deleted?: ReadonlyArray<number> } = {}
): FolderAnswer => ({
  id,
  place: { folder: null, archived: id === "archive" },
  announced,
  list: { bookmarks: changes.listed ?? [], highlights: [], deleted: changes.deleted ?? [] }
})

describe("a round through the folders", () => {
  it("detects a move between folders", () => {
    const unread = [seen(1, 100), seen(2, 200)]
    const round = roundOf(
      [answered("unread", unread, { deleted: [1] }), answered("archive", [], { listed: [bookmark(1, 100)] })],
      { unread, archive: [] }
    )
    expect([round.deleted, round.doubtful]).toStrictEqual([[], []])
    expect(round.folders).toStrictEqual({ unread: [seen(2, 200)], archive: [seen(1, 100)] })
  })

  it("detects a deletion when every folder lists that age", () => {
    const unread = [seen(1, 100), seen(2, 200)]
    const round = roundOf([answered("unread", unread, { deleted: [1] }), answered("archive", full(50))], {
      unread,
      archive: full(50)
    })
    expect([round.deleted, round.doubtful]).toStrictEqual([[1], []])
  })

  it("marks a bookmark doubtful when a full folder may hide it", () => {
    const unread = [seen(1, 100)]
    const round = roundOf([answered("unread", unread, { deleted: [1] }), answered("archive", full(500))], {
      unread,
      archive: full(500)
    })
    expect([round.deleted, round.doubtful]).toStrictEqual([[], [1]])
  })

  it("keeps a bookmark that newer ones pushed out of the listing", () => {
    const archive = full(500)
    const round = roundOf(
      [answered("unread", []), answered("archive", archive, { listed: [bookmark(7, 5_000)], deleted: [10_000] })],
      { unread: [], archive }
    )
    expect([round.deleted, round.doubtful]).toStrictEqual([[], []])
    expect(round.folders["archive"]!).toHaveLength(folderLimit)
  })

  it("files a bookmark that only the liked folder lists in the archive, and an unlike changes only the star", () => {
    const liked = [seen(3, 10), seen(4, 20)]
    const before = { unread: [], archive: full(500), starred: liked }
    const round = roundOf(
      [
        answered("unread", []),
        answered("archive", full(500)),
        answered("starred", liked, { listed: [bookmark(5, 30)], deleted: [4] })
      ],
      before
    )
    expect([round.deleted, round.doubtful]).toStrictEqual([[], []])
    expect(
      round.records.map((record) =>
        record._tag === "Article"
          ? ["Article", record.article.sourceId, record.article.archived]
          : record._tag === "Star"
            ? ["Star", record.articleId, record.starred]
            : []
      )
    ).toStrictEqual([
      ["Article", "5", true],
      ["Star", "5", true],
      ["Star", "4", false]
    ])
  })

  it("files a bookmark that only the liked folder lists as unread when the archive is fully listed", () => {
    const round = roundOf(
      [answered("unread", full(500)), answered("archive", []), answered("starred", [], { listed: [bookmark(5, 30)] })],
      { unread: full(500), archive: [], starred: [] }
    )
    expect(
      round.records.flatMap((record) =>
        record._tag === "Article" ? [[record.article.archived, record.article.isPlaceGuessed]] : []
      )
    ).toStrictEqual([[false, true]])
  })
})
