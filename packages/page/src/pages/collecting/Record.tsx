import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { Block, SiteLink } from "../../parts/Block.js"
import { type Fact, FactList } from "../../parts/FactList.js"
import { Detail, Domain, Figure, Head } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { count, dateOf, quantity } from "../../text/format.js"

type Record = Answers["collecting/vinyl/:id"]
type Plays = Answers["collecting/vinyl/:id/plays"]

const usePlays = (id: string) =>
  useAnswer(
    "collecting/vinyl/:id/plays",
    useMemo(() => ({ id }), [id])
  )

/** The names on the sleeve, with a link if it is one artist of the library. */
const Artists = ({ plays, record }: { readonly record: Record; readonly plays: Plays | undefined }) => {
  const names = record.artists.join(", ")
  return plays?.artist_id == null ? <>{names}</> : <a href={to(`/listening/artists/${plays.artist_id}`)}>{names}</a>
}

const PlaysBlock = ({ answer }: { readonly answer: ReturnType<typeof usePlays> }) => (
  <Block title="Heard" answer={answer} rows={4} nothing="Never played.">
    {({ album_id, album_name, artist_id, artist_name, last_played, match_type, play_count }) =>
      match_type === "none" || play_count === 0 ? (
        <p class="quiet">Never played.</p>
      ) : (
        <>
          <dl class="figures">
            <Figure
              of={play_count === 1 ? "play" : "plays"}
              value={count(play_count)}
              note={last_played === null ? undefined : `last on ${dateOf(Date.parse(last_played))}`}
            />
          </dl>
          <p dir="auto">
            {album_id !== null ? (
              <a href={to(`/listening/albums/${album_id}`)}>{album_name}</a>
            ) : (
              <>
                Not this album, but its artist:{" "}
                {artist_id === null ? artist_name : <a href={to(`/listening/artists/${artist_id}`)}>{artist_name}</a>}
              </>
            )}
          </p>
          {match_type === "fuzzy" && <p class="quiet">The name differs by a letter or two from the record’s.</p>}
        </>
      )
    }
  </Block>
)

const Tracks = ({ record: { tracklist } }: { readonly record: Record }) => (
  <section class="block" aria-label="Tracks">
    <h3>Tracks</h3>
    {tracklist.length === 0 ? (
      <p class="quiet">Discogs lists none, or has not been asked yet.</p>
    ) : (
      <ol class="rows">
        {tracklist.map(({ duration, position, title }, index) => (
          <li key={index} class="row bare">
            <span class="name" dir="auto">
              <span class="quiet">{position}</span> {title}
            </span>
            <span class="figure aside">{duration}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const factsOf = (record: Record): ReadonlyArray<Fact> => [
  ["Format", [record.format, record.format_text].filter((part) => part !== null).join(", ")],
  ["Year", record.year === null ? null : String(record.year)],
  ["Country", record.country],
  ["Label", record.label.map(({ catno, name }) => [name, catno].filter((part) => part !== null).join(" ")).join("; ")],
  ["Genre", [...record.genres, ...record.styles].join(", ")],
  ["Added", record.date_added === null ? null : dateOf(Date.parse(record.date_added))],
  ["Rating", record.rating === null || record.rating === 0 ? null : `${record.rating} of 5`],
  ["Disc", record.media_condition],
  ["Sleeve", record.sleeve_condition],
  [
    "At Discogs",
    record.community_have === null
      ? null
      : `${count(record.community_have)} have it, ${count(record.community_want ?? 0)} want it`
  ],
  [
    "For sale",
    record.num_for_sale === null || record.num_for_sale === 0
      ? null
      : `${quantity(record.num_for_sale, "copy", "copies")}${record.lowest_price === null ? "" : `, from ${record.lowest_price.toFixed(2)}`}`
  ],
  ["Notes", record.notes]
]

interface RecordPageProps {
  readonly record: Record
  readonly answer: ReturnType<typeof usePlays>
}

const playsIn = ({ outcome }: ReturnType<typeof usePlays>) => (outcome?._tag === "Success" ? outcome.value : undefined)

const RecordPage = ({ answer, record }: RecordPageProps) => {
  const plays = playsIn(answer)
  return (
    <>
      <Head title={record.title} over={<a href={to("/collecting")}>The shelf</a>}>
        <div class="portrait">
          <Picture
            image={record.image}
            alt={`Cover of ${record.title}`}
            initial={record.title}
            width={240}
            height={240}
            eager
          />
          <div>
            <p class="lead-in" dir="auto">
              <Artists record={record} plays={plays} />
            </p>
            <FactList facts={factsOf(record)} />
          </div>
        </div>
      </Head>
      <Domain id="record" title="The record">
        <Tracks record={record} />
        <PlaysBlock answer={answer} />
      </Domain>
      <p class="onward">
        <SiteLink to={record.discogs_url}>At Discogs</SiteLink>
      </p>
    </>
  )
}

/** `/collecting/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "collecting/vinyl/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  const plays = usePlays(params["id"]!)
  const { album_name: album, artist_name: artist } = playsIn(plays) ?? { album_name: null, artist_name: null }
  return (
    <>
      <Detail answer={answer} of="record">
        {(record) => (
          <>
            <RecordPage record={record} answer={plays} />
            <Why domain="collecting" type="release" id={record.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.release}
        answer={answer}
        subjectOf={({ artists, discogs_id, title }) => ({
          artist: artists[0] ?? "",
          title,
          discogs_id: String(discogs_id)
        })}
        linked={album === null || artist === null ? undefined : { artist, album }}
      />
    </>
  )
}
