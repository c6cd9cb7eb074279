/** Files of Goodreads and StoryGraph, and stand-ins for Hardcover and Open Library, by their documentation. */

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export type Row = Readonly<Record<string, string>>

const csv = (columns: ReadonlyArray<string>, rows: ReadonlyArray<Row>) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]
    .map((cells) => cells.map(cell).join(","))
    .join("\r\n")

const goodreadsColumns =
  "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies"

export const goodreadsRows: ReadonlyArray<Row> = [
  {
    "Book Id": "90000001",
    Title: "The Quiet Harbour (Harbour, #1)",
    Author: "Ina  Vale",
    "Author l-f": "Vale, Ina",
    ISBN: '="0441000010"',
    ISBN13: '="9780441000012"',
    "My Rating": "4",
    "Average Rating": "3.98",
    Binding: "Paperback",
    "Number of Pages": "412",
    "Date Read": "2025/03/13",
    "Date Added": "2023/12/02",
    Bookshelves: "favourites, sea",
    "Exclusive Shelf": "read",
    "My Review": 'Slow, then not.<br/><br/>A "keeper" &amp; her\nstorms.',
    "Private Notes": "my own secret",
    "Read Count": "2"
  },
  {
    "Book Id": "90000002",
    Title: "Unread Thing",
    Author: "Bo Tarn",
    ISBN: '=""',
    ISBN13: '=""',
    "My Rating": "0",
    Binding: "Kindle Edition",
    "Date Added": "2024/05/01",
    Bookshelves: "to-read",
    "Exclusive Shelf": "to-read",
    "Read Count": "0"
  },
  {
    "Book Id": "90000003",
    Title: "Long Winter: A Novel",
    Author: "Mo Ash",
    "Additional Authors": "Lee Orr, Ana Ruiz",
    ISBN: '="044100007X"',
    "My Rating": "3",
    Binding: "Audible Audio",
    "Date Read": "2024/03",
    "Date Added": "2024/01/09",
    Bookshelves: "dnf, cold",
    "Exclusive Shelf": "dnf",
    "Read Count": "0"
  },
  {
    "Book Id": "90000004",
    Title: "Lantern",
    Author: "Ina Vale",
    // A wrong check digit.
    ISBN13: '="9780441000013"',
    "My Rating": "five",
    Binding: "Mass Market Paperback",
    "Number of Pages": "0",
    "Date Read": "2022/02/30",
    "Date Added": "2022",
    Bookshelves: "lend",
    "Exclusive Shelf": "lend",
    "Read Count": "0"
  },
  { "Book Id": "90000005", Title: "Without Dates", Author: "", "Exclusive Shelf": "read", "Read Count": "0" }
]

export const goodreadsFile = (rows: ReadonlyArray<Row> = goodreadsRows) => csv(goodreadsColumns.split(","), rows)

const storygraphColumns =
  "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?"

export const storygraphRows: ReadonlyArray<Row> = [
  {
    Title: "The Quiet Harbour",
    Authors: "Ina Vale",
    "ISBN/UID": "9780441000104",
    Format: "paperback",
    "Read Status": "read",
    "Date Added": "2023/12/02",
    "Last Date Read": "2025/03/14",
    "Dates Read": "2025/03/01-2025/03/14, 2019/07/02, 2010/05-, -2012, -",
    "Read Count": "2",
    "Star Rating": "4.25",
    Review: "<div>Slow, then not.</div>",
    Tags: "sea, quiet"
  },
  {
    Title: "Long Winter",
    Authors: "Mo Ash, Lee Orr",
    "ISBN/UID": "B00FAKE001",
    Format: "audio",
    "Read Status": "did-not-finish",
    "Date Added": "2024/01/09",
    "Read Count": "0"
  },
  {
    Title: "Field Notes",
    Authors: "Ana Ruiz",
    Format: "digital",
    "Read Status": "currently reading",
    "Date Added": "2026/01/05",
    "Last Date Read": "2025/12/01",
    "Star Rating": "0.0"
  }
]

export const storygraphFile = (rows: ReadonlyArray<Row> = storygraphRows) => csv(storygraphColumns.split(","), rows)

const openLibraryColumns =
  "Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,Ratings Average,Ratings Count,Has Ebook,Subjects,Subject People,Subject Places,Subject Times"

const shelfNames: Readonly<Record<string, string>> = {
  "already-read": "Already Read",
  "currently-reading": "Currently Reading",
  "stopped-reading": "Stopped Reading",
  "want-to-read": "Want to Read"
}

/** The reading log as the account page writes it. Days of shelving are not in it. */
export const openLibraryFile = (
  shelves: Readonly<Record<string, ReadonlyArray<Logged>>> = openLibraryShelves,
  ratings: Readonly<Record<string, string>> = { OL900001W: "4" }
) =>
  csv(
    openLibraryColumns.split(","),
    Object.entries(shelves).flatMap(([shelf, works]) =>
      works.map(({ work }): Row => {
        const id = work.key.slice("/works/".length)
        return {
          "Work ID": id,
          Title: work.title,
          Authors: (work.author_names ?? []).filter((name) => name !== null).join(" | "),
          "Edition ID": "OL9M",
          "Edition Count": "3",
          Bookshelf: shelfNames[shelf] ?? shelf,
          "My Ratings": ratings[id] ?? "",
          "Has Ebook": "False",
          Subjects: "Harbours, in fiction | Sea"
        }
      })
    )
  )

export type BookRows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** Books of Hardcover as its API lists them. Members may be null, absent, or numbers as text. */
export const hardcoverBooks: BookRows = [
  {
    id: 501,
    status_id: 3,
    rating: 4.5,
    review_html: "<p>Slow.</p><p>Good end.</p>",
    date_added: "2023-12-03",
    last_read_date: "2025-03-14",
    book: {
      id: 3001,
      title: "The Quiet Harbour",
      pages: 400,
      contributions: [{ author: { name: "Ina Vale" } }, { author: null }, { author: { name: "Ina Vale" } }]
    },
    edition: { id: 9001, isbn_13: "9780441000012", isbn_10: null, asin: null, pages: 412, edition_format: "Paperback" },
    user_book_reads: [{ id: 88, started_at: "2025-03-02", finished_at: "2025-03-14" }]
  },
  {
    id: 502,
    status_id: "2",
    rating: null,
    review_html: null,
    date_added: "2026-01-05T10:00:00.123456",
    last_read_date: null,
    book: { title: "Field Notes", pages: null, contributions: [{ author: { name: "Ana Ruiz" } }] },
    edition: null,
    user_book_reads: [
      { id: 89, started_at: "2026-01-06", finished_at: null },
      { id: 90, started_at: null, finished_at: null }
    ]
  },
  {
    id: 503,
    status_id: 3,
    rating: "3.5",
    last_read_date: "2020-06-01",
    book: { title: "Lantern", contributions: null },
    edition: { isbn_13: null, isbn_10: "0441000037", asin: "b00fake002", edition_format: "Hardback" }
  },
  // What the number 6 means is not certain.
  { id: 504, status_id: 6, book: { title: "Set Aside", contributions: [] }, user_book_reads: [] },
  { id: 505, status_id: 1, book: null, edition: null, user_book_reads: null }
]

const moreHardcoverBooks = Array.from({ length: 120 }, (_, index) => ({
  id: 1_000 + index,
  status_id: 1 + (index % 5),
  book: { title: `Volume ${index}`, contributions: [{ author: { name: "Ina Vale" } }] },
  user_book_reads: []
}))

interface HardcoverOptions {
  readonly books?: BookRows
  /** Maximum number of rows of a page, whatever the request. */
  readonly maxRows?: number
  /** Called after each page. */
  readonly onAnswer?: () => void
  /** What is answered instead of books. */
  readonly body?: unknown
}

export const hardcover =
  ({ body, books = [...hardcoverBooks, ...moreHardcoverBooks], maxRows = 100, onAnswer }: HardcoverOptions = {}) =>
  async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== "/v1/graphql" || request.method !== "POST")
      return new Response("<html>Not Found</html>", { status: 404 })
    if (request.headers.get("authorization") !== "Bearer right")
      return Response.json({ error: "Unable to verify token" }, { status: 401 })
    if (body !== undefined) return Response.json(body)
    const { query, variables } = (await request.json()) as {
      readonly query: string
      readonly variables: { readonly limit: number; readonly offset: number }
    }
    if (/private_notes/.test(query)) throw new Error("private notes are not Daybook's business")
    const page = books.slice(variables.offset, variables.offset + Math.min(variables.limit, maxRows))
    onAnswer?.()
    return Response.json({ data: { me: [{ id: 7, username: "owner", user_books: page }] } })
  }

interface Work {
  readonly title: string
  readonly key: string
  readonly author_names: ReadonlyArray<string | null> | null
  readonly first_publish_year?: number
}

const logged = (work: Work, date: string | null) => ({ work, logged_edition: null, logged_date: date })

export type Logged = ReturnType<typeof logged>

export const openLibraryShelves: Readonly<Record<string, ReadonlyArray<Logged>>> = {
  "already-read": [
    logged(
      { title: "The Quiet Harbour", key: "/works/OL900001W", author_names: ["Ina Vale"], first_publish_year: 1998 },
      "2025/03/20, 20:11:09"
    ),
    logged({ title: "Lantern", key: "/works/OL900002W", author_names: null }, null),
    ...Array.from({ length: 105 }, (_, index) =>
      logged({ title: `Sea ${index}`, key: `/works/OL91${index}W`, author_names: [null, "Bo Tarn"] }, "2021/01/01")
    )
  ],
  "currently-reading": [],
  "stopped-reading": [
    logged(
      { title: "Long Winter", key: "/works/OL900004W", author_names: ["Mo Ash", "Lee Orr"] },
      "2024/01/09, 00:10:00"
    )
  ],
  "want-to-read": [logged({ title: "Unread Thing", key: "/works/OL900003W", author_names: ["Bo Tarn"] }, "soon")]
}

interface OpenLibraryOptions {
  readonly shelves?: Readonly<Record<string, ReadonlyArray<Logged>>>
  /** The number that is given for the books of a shelf. */
  readonly countOf?: (rows: number) => unknown
  /** Every page is the first one. */
  readonly ignoresPage?: boolean
}

export const openLibrary =
  ({ countOf = (rows) => rows, ignoresPage = false, shelves = openLibraryShelves }: OpenLibraryOptions = {}) =>
  (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url)
    const [, user, shelf = ""] = /^\/people\/([^/]+)\/books\/([a-z-]+)\.json$/.exec(pathname) ?? []
    if (user === "hidden") return new Response("<html>Permission denied</html>", { status: 403 })
    if (user !== "owner") return new Response("<html>Not Found</html>", { status: 404 })
    const rows = shelves[shelf] ?? []
    const page = ignoresPage ? 1 : Number(searchParams.get("page") ?? 1)
    return Response.json({
      page,
      numFound: countOf(rows.length),
      reading_log_entries: rows.slice((page - 1) * 100, page * 100)
    })
  }
