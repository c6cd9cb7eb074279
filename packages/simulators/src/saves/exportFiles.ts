import { strToU8, zipSync } from "fflate"

/** An article that its owner saved somewhere. Times are unix seconds. */
export interface SavedLink {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly at: number
  readonly tags: ReadonlyArray<string>
  readonly archived: boolean
  readonly starred: boolean
  /** From 0 to 1. */
  readonly progress: number
}

const iso = (at: number) => new Date(at * 1_000).toISOString()

const cell = (value: string | number | boolean) => {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

const csv = (columns: string, rows: ReadonlyArray<ReadonlyArray<string | number | boolean>>, end = "\n"): string =>
  [columns, ...rows.map((row) => row.map(cell).join(","))].map((line) => `${line}${end}`).join("")

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")

/** `part_000000.csv` of Pocket. */
export const pocketCsv = (links: ReadonlyArray<SavedLink>): string =>
  csv(
    "title,url,time_added,tags,status",
    links.map(({ archived, at, tags, title, url }) => [
      title === "" ? url : title,
      url,
      at,
      tags.join("|"),
      archived ? "archive" : "unread"
    ])
  )

/** The zip of Pocket, in several parts. */
export const pocketZip = (parts: ReadonlyArray<ReadonlyArray<SavedLink>>): Uint8Array =>
  zipSync({
    ...Object.fromEntries(parts.map((links, part) => [`part_00000${part}.csv`, strToU8(pocketCsv(links))])),
    "collections/shared.json": strToU8("[]")
  })

/** `ril_export.html` of Pocket. */
export const pocketPage = (links: ReadonlyArray<SavedLink>): string => {
  const list = (archived: boolean) =>
    links
      .filter((link) => link.archived === archived)
      .map(
        ({ at, tags, title, url }) =>
          `<li><a href="${escaped(url)}" time_added="${at}" tags="${escaped(tags.join(","))}">${escaped(title)}</a></li>\n`
      )
      .join("")
  return `<!DOCTYPE html>
<html><head><meta charset="UTF-8"><title>Pocket Export</title></head>
<body><h1>Unread</h1><ul>
${list(false)}</ul>
<h1>Read Archive</h1><ul>
${list(true)}</ul></body></html>`
}

/** The zip of Omnivore. */
export const omnivoreZip = (links: ReadonlyArray<SavedLink>): Uint8Array => {
  const articles = links.map(({ archived, at, id, progress, tags, title, url }) => ({
    id,
    slug: `slug-${id}`,
    title,
    description: null,
    author: "I. Vale",
    url,
    state: archived ? "Archived" : "Active",
    readingProgress: Math.round(progress * 100),
    thumbnail: null,
    labels: tags,
    savedAt: iso(at),
    updatedAt: iso(at + 60),
    publishedAt: null
  }))
  return zipSync({
    "export/metadata_0_to_20.json": strToU8(JSON.stringify(articles.slice(0, 20))),
    "export/metadata_20_to_40.json": strToU8(JSON.stringify(articles.slice(20))),
    "export/content/slug.html": strToU8("<p>Text</p>"),
    "export/highlights/slug.md": strToU8("> Slow water keeps.\n")
  })
}

/** The JSON export of Karakeep. */
export const karakeepExport = (links: ReadonlyArray<SavedLink>): string =>
  JSON.stringify({
    bookmarks: links.map(({ archived, at, tags, title, url }) => ({
      createdAt: at,
      title: title === "" ? null : title,
      tags,
      lists: [],
      content: { type: "link", url },
      note: null,
      archived
    })),
    lists: []
  })

/** The JSON export of wallabag. `annotations` belong to the first entry. */
export const wallabagExport = (links: ReadonlyArray<SavedLink>, annotations: ReadonlyArray<object> = []): string =>
  JSON.stringify(
    links.map(({ archived, at, id, starred, tags, title, url }, index) => ({
      is_archived: archived ? 1 : 0,
      is_starred: starred ? 1 : 0,
      tags,
      is_public: false,
      id: Number(id),
      title,
      url,
      given_url: `${url}?x=1`,
      content: "<p>Text</p>",
      created_at: iso(at).replace(".000Z", "+0000"),
      updated_at: iso(at).replace(".000Z", "+0000"),
      archived_at: archived ? iso(at + 3_600).replace(".000Z", "+0000") : null,
      starred_at: null,
      annotations: index === 0 ? annotations : [],
      mimetype: "text/html",
      language: "en",
      reading_time: 9,
      domain_name: "example.org",
      preview_picture: null
    }))
  )

/** The CSV backup of Raindrop.io. */
export const raindropCsv = (links: ReadonlyArray<SavedLink>): string =>
  csv(
    "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite",
    links.map(({ at, id, starred, tags, title, url }) => [
      ...[id, title, "", "", url, Number(id) % 2 === 0 ? "Sea / Slow" : "Unsorted", tags.join(", ")],
      ...[iso(at), "", "", starred]
    ])
  )

/** The JSON backup of Pinboard. */
export const pinboardExport = (links: ReadonlyArray<SavedLink>): string =>
  JSON.stringify(
    links.map(({ archived, at, tags, title, url }) => ({
      href: url,
      description: title,
      extended: "",
      meta: "0",
      hash: "0",
      time: iso(at).replace(".000Z", "Z"),
      shared: "no",
      toread: archived ? "no" : "yes",
      tags: tags.join(" ")
    }))
  )

/** A Netscape file of bookmarks, as Linkding writes it. */
export const bookmarkFile = (links: ReadonlyArray<SavedLink>): string =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><H3 ADD_DATE="1">Sea &amp; shore</H3>
<DL><p>
${links
  .map(({ archived, at, tags, title, url }) => {
    const all = [...tags, ...(archived ? ["linkding:bookmarks.archived"] : [])].join(",")
    const attributes = `ADD_DATE="${at}" PRIVATE="1" TOREAD="${archived ? 0 : 1}" TAGS="${escaped(all)}"`
    return `<DT><A HREF="${escaped(url)}" ${attributes}>${escaped(title)}</A>\n`
  })
  .join("")}</DL><p>
</DL><p>
`

const pythonText = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)

/** The CSV export of Readwise Reader. */
export const readerCsv = (links: ReadonlyArray<SavedLink>): string =>
  csv(
    "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen",
    links.map(({ archived, at, id, progress, tags, title, url }) => [
      ...[title, url, id, `[${tags.map(pythonText).join(", ")}]`],
      ...[iso(at).replace("T", " ").replace(".000Z", "+00:00"), progress, archived ? "archive" : "new", true]
    ])
  )

/** The JSON export of Linkwarden: each collection with its links. */
export const linkwardenExport = (links: ReadonlyArray<SavedLink>): string => {
  const linkOf = ({ at, tags, title, url }: SavedLink, index: number) => ({
    id: index + 1,
    name: title,
    type: "url",
    description: "",
    collectionId: 1 + (index % 2),
    icon: null,
    url,
    textContent: null,
    tags: tags.map((name, tag) => ({ id: tag + 1, name, ownerId: 1 })),
    createdAt: iso(at),
    updatedAt: iso(at + 60)
  })
  const collection = (id: number, name: string) => ({
    id,
    name,
    description: "",
    color: "#0ea5e9",
    parentId: null,
    isPublic: false,
    ownerId: 1,
    createdAt: iso(0),
    links: links.map(linkOf).filter(({ collectionId }) => collectionId === id)
  })
  return JSON.stringify({
    id: 1,
    name: "Anna",
    username: "anna",
    email: null,
    collections: [collection(1, "Sea"), collection(2, "Unorganized"), { ...collection(3, "Empty"), links: [] }],
    pinnedLinks: [],
    whitelistedUsers: []
  })
}
