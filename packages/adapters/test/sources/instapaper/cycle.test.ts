import { assert, describe, it } from "@effect/vitest"
import { type Answered, folderLimit, roundOf } from "../../../src/sources/instapaper/cycle.js"
import type { Seen } from "../../../src/sources/instapaper/Cursor.js"
import type { Bookmark } from "../../../src/sources/instapaper/wire.js"

const bookmark = (id: number, time: number): Bookmark => ({ id, time, url: `https://a.example/${id}`, title: "", description: "", starred: false, hash: `h${id}`, progress: 0, progressTime: 0, tags: [] })
const seen = (id: number, time: number): Seen => [id, `h${id}`, time]
/** A folder that shows the newest `folderLimit`, from `from` on. */
const full = (from: number): ReadonlyArray<Seen> => Array.from({ length: folderLimit }, (_, index) => seen(10_000 + index, from + index))

const answered = (id: string, known: ReadonlyArray<Seen>, changes: { readonly listed?: ReadonlyArray<Bookmark>; readonly deleted?: ReadonlyArray<number> } = {}): Answered => ({
  id,
  place: { folder: null, archived: id === "archive" },
  known,
  list: { bookmarks: changes.listed ?? [], highlights: [], deleted: changes.deleted ?? [] }
})

describe("a round through the folders", () => {
  it("takes what left one folder and came into another for moved", () => {
    const unread = [seen(1, 100), seen(2, 200)]
    const round = roundOf([answered("unread", unread, { deleted: [1] }), answered("archive", [], { listed: [bookmark(1, 100)] })], { unread, archive: [] })
    assert.deepStrictEqual([round.gone, round.doubtful], [[], []])
    assert.deepStrictEqual(round.folders, { unread: [seen(2, 200)], archive: [seen(1, 100)] })
  })

  it("takes what is nowhere for gone, where everything as new can be seen", () => {
    const unread = [seen(1, 100), seen(2, 200)]
    const round = roundOf([answered("unread", unread, { deleted: [1] }), answered("archive", full(50))], { unread, archive: full(50) })
    assert.deepStrictEqual([round.gone, round.doubtful], [[1], []])
  })

  it("is in doubt where it may have gone into the depth of another folder", () => {
    const unread = [seen(1, 100)]
    const round = roundOf([answered("unread", unread, { deleted: [1] }), answered("archive", full(500))], { unread, archive: full(500) })
    assert.deepStrictEqual([round.gone, round.doubtful], [[], [1]])
  })

  it("keeps what a newer one pushed out of sight", () => {
    const archive = full(500)
    const round = roundOf([answered("unread", []), answered("archive", archive, { listed: [bookmark(7, 5_000)], deleted: [10_000] })], { unread: [], archive })
    assert.deepStrictEqual([round.gone, round.doubtful], [[], []])
    assert.strictEqual(round.folders["archive"]!.length, folderLimit)
  })

  it("takes what is liked alone for an article deep in the archive, and what is liked no more for nothing else", () => {
    const liked = [seen(3, 10), seen(4, 20)]
    const before = { unread: [], archive: full(500), starred: liked }
    const round = roundOf([answered("unread", []), answered("archive", full(500)), answered("starred", liked, { listed: [bookmark(5, 30)], deleted: [4] })], before)
    assert.deepStrictEqual([round.gone, round.doubtful], [[], []])
    assert.deepStrictEqual(round.records.map((record) => record._tag === "Article" ? ["Article", record.article.sourceId, record.article.archived] : record._tag === "Star" ? ["Star", record.articleId, record.starred] : []), [
      ["Article", 5, true], ["Star", 5, true], ["Star", 4, false]
    ])
  })

  it("takes what is liked alone for unread where the archive shows all and the unread do not", () => {
    const round = roundOf([answered("unread", full(500)), answered("archive", []), answered("starred", [], { listed: [bookmark(5, 30)] })], { unread: full(500), archive: [], starred: [] })
    assert.deepStrictEqual(round.records.flatMap((record) => record._tag === "Article" ? [[record.article.archived, record.article.isPlaceGuessed]] : []), [[false, true]])
  })
})
