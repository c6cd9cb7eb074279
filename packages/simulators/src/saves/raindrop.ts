import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import { type SavedMark, type SavingContext, savingSimulator, savingToken } from "./SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString()

const item = ({ at, id, starred, tags, title, url }: SavedLink, marks: ReadonlyArray<SavedMark>) => ({
  _id: Number(id),
  link: url,
  title,
  excerpt: "",
  note: "",
  type: "article",
  user: { $ref: "users", $id: 1 },
  cover: "",
  media: [],
  tags,
  ...(starred ? { important: true } : {}),
  removed: false,
  created: iso(at),
  lastUpdate: iso(at + 60),
  domain: "example.org",
  collection: { $ref: "collections", $id: Number(id) % 2 === 0 ? 56 : -1, oid: 56 },
  collectionId: Number(id) % 2 === 0 ? 56 : -1,
  highlights: marks
    .filter(({ link }) => link === id)
    .map(({ at: time, id: mark, note, text }) => ({ _id: mark, text, note, color: "yellow", created: iso(time) }))
})

/** Raindrop.io's API: pages from 0, of at most fifty rows. A collection has its parent in another list. */
export const raindrop = (context: SavingContext) =>
  savingSimulator({
    id: "raindrop",
    context,
    settings: {
      DAYBOOK_RAINDROP_BASE_URL: context.baseUrl,
      DAYBOOK_RAINDROP_TOKEN: savingToken,
      DAYBOOK_RAINDROP_MIN_INTERVAL_MS: "0"
    },
    authorization: `Bearer ${savingToken}`,
    refused: HttpServerResponse.unsafeJson(
      { result: false, status: 401, errorMessage: "Unauthorized" },
      { status: 401 }
    ),
    answer: ({ links, marks }, { params, path }) => {
      if (path === "/rest/v1/collections")
        return HttpServerResponse.unsafeJson({ result: true, items: [{ _id: 55, title: "Sea", count: 0 }] })
      if (path === "/rest/v1/collections/childrens")
        return HttpServerResponse.unsafeJson({
          result: true,
          items: [{ _id: 56, title: "Slow", parent: { $ref: "collections", $id: 55 }, count: links.length }]
        })
      const [page, size] = [wholeNumber(params["page"], 0), wholeNumber(params["perpage"], 25)]
      if (path !== "/rest/v1/raindrops/0" || !(size >= 1 && size <= 50))
        return HttpServerResponse.unsafeJson({ result: false, errorMessage: "Not Found" }, { status: 404 })
      return HttpServerResponse.unsafeJson({
        result: true,
        count: links.length,
        collectionId: 0,
        items: links.slice(page * size, (page + 1) * size).map((link) => item(link, marks))
      })
    }
  })
