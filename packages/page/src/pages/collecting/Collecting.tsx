import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { isWithout } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Choice, Cover, Pager, Ranked, Select } from "../../parts/lists.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { count, discFormat } from "../../text/format.js"

const shelves = [
  ["records", "Records"],
  ["unplayed", "Never played"],
  ["discs", "Films on disc"],
  ["unwatched", "Never watched"]
] as const

const Figures = () => {
  const stats = useAnswer("collecting/stats").outcome
  if (stats?._tag !== "Success") return <div class="figures-waiting" />
  const { data } = stats.value
  const { cd, vinyl } = data.by_format
  const formats = [
    [vinyl, "on vinyl"],
    [cd, "on CD"]
  ] as const
  return (
    <dl class="figures">
      <Figure of="records" value={count(data.total_items)} note={`${count(data.added_this_year)} added this year`} />
      {formats.map(([number, of]) => number > 0 && <Figure key={of} of={of} value={count(number)} />)}
      <Figure of="artists" value={count(data.unique_artists)} />
      {data.wantlist_count > 0 && <Figure of="wanted" value={count(data.wantlist_count)} />}
    </dl>
  )
}

const sorts = [
  ["date_added", "Newest"],
  ["title", "Title"],
  ["year", "Year"]
] as const

const all = ["", "All"] as const
const artistQuery = { limit: 100 }

const useOptions = () => {
  const read = (outcome: ReturnType<typeof useAnswer<"collecting/formats">>["outcome"]) =>
    outcome?._tag === "Success" ? outcome.value.data.map(({ name }) => [name, name] as const) : []
  const artists = useAnswer("collecting/artists", artistQuery).outcome
  return {
    formats: [all, ...read(useAnswer("collecting/formats").outcome)],
    genres: [all, ...read(useAnswer("collecting/genres").outcome)],
    artists: [all, ...(artists?._tag === "Success" ? artists.value.data.map(({ name }) => [name, name] as const) : [])]
  }
}

const nothing = (
  <>
    No records here: <code>daybook sync discogs</code>, or <code>daybook import discogs collection.csv</code>.
  </>
)

const Records = () => {
  const { artists, formats, genres } = useOptions()
  const [format, setFormat] = useParameter("format")
  const [genre, setGenre] = useParameter("genre")
  const [artist, setArtist] = useParameter("artist")
  const [sort, setSort] = useParameter("sort", "date_added")
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => {
    const filters = Object.entries({ format, genre, artist }).filter(([, value]) => value !== "")
    return { ...Object.fromEntries(filters), sort, order: sort === "title" ? "asc" : "desc", page, limit: 60 }
  }, [format, genre, artist, sort, page])
  return (
    <>
      <div class="controls">
        <Select label="Format" options={formats} value={format} onChange={setFormat} />
        <Select label="Genre" options={genres} value={genre} onChange={setGenre} />
        <Select label="Artist" options={artists} value={artist} onChange={setArtist} />
        <Select label="Order" options={sorts} value={sort} onChange={setSort} />
      </div>
      <Block title="Records" answer={useAnswer("collecting/vinyl", query)} rows={60} nothing={nothing}>
        {({ data, pagination }) => (
          <>
            <ol class="strip covers wall">
              {data.map(({ artists, format, id, image, title, year }) => (
                <Cover key={id} image={image} alt={`Cover of ${title}`} title={title} href={to(`/collecting/${id}`)}>
                  <p class="quiet" dir="auto">
                    {artists.join(", ")}
                  </p>
                  <p class="quiet">{[format, year].filter((part) => part !== null).join(", ")}</p>
                </Cover>
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} of="records" />
          </>
        )}
      </Block>
    </>
  )
}

const Unplayed = () => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ filter: "unlistened", sort: "added", page, limit: 60 }), [page])
  return (
    <Block
      title="Never played"
      answer={useAnswer("collecting/cross-reference", query)}
      rows={60}
      nothing="Every record was played, or none is on the shelf."
    >
      {({ data, pagination, summary }) => (
        <>
          <p class="quiet lead-in">
            {count(summary.unlistened_count)} never played; {Math.round(summary.listen_rate * 100)} percent of the shelf
            was.
          </p>
          <ol class="strip covers wall">
            {data.map(({ collection: { artists, id, image, title, year } }) => (
              <Cover key={id} image={image} alt={`Cover of ${title}`} title={title} href={to(`/collecting/${id}`)}>
                <p class="quiet" dir="auto">
                  {[artists.join(", "), year].filter((part) => part !== null).join(", ")}
                </p>
              </Cover>
            ))}
          </ol>
          <Pager pagination={pagination} onPage={setPage} of="records" />
        </>
      )}
    </Block>
  )
}

type Disc = Pick<Answers["collecting/media"]["data"][number], "id" | "image" | "media_type" | "title" | "year">

/** Discs as covers. */
const DiscWall = ({ discs }: { readonly discs: ReadonlyArray<Disc> }) => (
  <ol class="strip posters wall">
    {discs.map(({ id, image, media_type, title, year }) => (
      <Cover
        key={id}
        image={image}
        alt={`Cover of ${title}`}
        title={title}
        href={to(`/collecting/discs/${id}`)}
        shape={[160, 240]}
      >
        <p class="quiet">{[discFormat(media_type), year].filter((part) => part !== null).join(", ")}</p>
      </Cover>
    ))}
  </ol>
)

const Discs = () => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ page, limit: 60 }), [page])
  return (
    <Block title="Films on disc" answer={useAnswer("collecting/media", query)} rows={60} nothing="No discs yet.">
      {({ data, pagination }) => (
        <>
          <DiscWall discs={data} />
          <Pager pagination={pagination} onPage={setPage} of="discs" />
        </>
      )}
    </Block>
  )
}

const Unwatched = () => {
  const [page, setPage] = usePageNumber()
  const query = useMemo(() => ({ filter: "unwatched", page, limit: 60 }), [page])
  return (
    <Block
      title="Never watched"
      answer={useAnswer("collecting/media/cross-reference", query)}
      rows={60}
      nothing="Every film on the shelf was watched, or none is there."
    >
      {({ data, pagination }) => (
        <>
          <DiscWall discs={data.map(({ collection }) => collection)} />
          <Pager pagination={pagination} onPage={setPage} of="discs" />
        </>
      )}
    </Block>
  )
}

const MostOwned = () => (
  <Block title="Artists" answer={useAnswer("collecting/artists", artistQuery)} rows={12} nothing="None yet.">
    {({ data }) => (
      <Ranked
        items={data
          .slice(0, 12)
          .map(({ name, release_count }) => ({
            name,
            value: release_count,
            href: to("/collecting", { artist: name })
          }))}
      />
    )}
  </Block>
)

const Genres = () => (
  <Block title="Genres" answer={useAnswer("collecting/genres")} rows={12} nothing="None yet.">
    {({ data }) => (
      <Ranked
        items={data
          .slice(0, 12)
          .map(({ count, name }) => ({ name, value: count, href: to("/collecting", { genre: name }) }))}
      />
    )}
  </Block>
)

const content = { records: Records, unplayed: Unplayed, discs: Discs, unwatched: Unwatched } as const

const oneDisc = { limit: 1 }

/** `/collecting`. */
export const Page = () => {
  const [text, setShelf] = useParameter("shelf", "records")
  const shelf = shelves.find(([one]) => one === text)?.[0] ?? "records"
  const Shelf = content[shelf]
  const hasNoRecords = isWithout(
    useAnswer("collecting/stats"),
    ({ data }) => data.total_items > 0 || data.wantlist_count > 0
  )
  const hasNoDiscs = isWithout(useAnswer("collecting/media", oneDisc), ({ data }) => data.length > 0)
  if (hasNoRecords && hasNoDiscs) return <EmptyDomain domain="collecting" title="The shelf" />
  return (
    <>
      <Head title="The shelf">
        <Figures />
      </Head>
      <Domain id="shelf" title="On the shelf">
        <div class="whole">
          <div class="controls">
            <Choice label="Shelf" options={shelves} value={shelf} onChange={setShelf} />
          </div>
          <Shelf key={shelf} />
        </div>
      </Domain>
      <Domain id="kinds" title="What is there most of">
        <MostOwned />
        <Genres />
      </Domain>
    </>
  )
}
