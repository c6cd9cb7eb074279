import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { Block, SiteLink } from "../../parts/Block.js"
import { Detail, Domain, Figure, Head } from "../../parts/Frame.js"
import { Cover, Ranked, Row } from "../../parts/lists.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { yearOf } from "../../text/dates.js"
import { dateOf, count, day, quantity } from "../../text/format.js"

type Artist = Answers["listening/artists/:id"]

const Lead = ({ artist }: { readonly artist: Artist }) => (
  <dl class="figures">
    <Figure
      of={artist.scrobble_count === 1 ? "play" : "plays"}
      value={count(artist.scrobble_count)}
      note={artist.all_time_rank === null ? undefined : `rank ${count(artist.all_time_rank)} of all time`}
    />
    <Figure
      of="tracks"
      value={count(artist.distinct_tracks)}
      note={`on ${quantity(artist.distinct_albums, "album")}`}
    />
    {artist.first_scrobbled_at !== null && (
      <Figure
        of="first heard"
        value={yearOf(artist.first_scrobbled_at)}
        note={dateOf(Date.parse(artist.first_scrobbled_at))}
      />
    )}
    {artist.last_played_at !== null && (
      <Figure of="last heard" value={yearOf(artist.last_played_at)} note={dateOf(Date.parse(artist.last_played_at))} />
    )}
  </dl>
)

const Years = ({ artist: { name, sparkline } }: { readonly artist: Artist }) =>
  sparkline === null ? null : (
    <section class="block whole" aria-label="Plays by year">
      <h3>Plays by year</h3>
      <Bars
        label={`Plays of ${name} by year`}
        columns={["Year", "Plays"]}
        bars={sparkline.points.map(({ at, count }) => {
          // The first instant of a year in the home time zone: its middle is in the year everywhere.
          const year = String(new Date(Date.parse(at) + 180 * 86_400_000).getUTCFullYear())
          return { name: year, value: count, tick: year }
        })}
        text={(value) => quantity(value, "play")}
        summary={`${quantity(sparkline.points.filter(({ count }) => count > 0).length, "year")} with plays`}
      />
    </section>
  )

const Albums = ({ artist: { top_albums } }: { readonly artist: Artist }) =>
  top_albums.length === 0 ? null : (
    <section class="block whole" aria-label="Albums">
      <h3>Albums</h3>
      <ol class="strip covers five">
        {top_albums.map(({ id, image, name, playcount }) => (
          <Cover key={id} image={image} alt={`Cover of ${name}`} title={name} href={to(`/listening/albums/${id}`)}>
            <p class="quiet">{quantity(playcount, "play")}</p>
          </Cover>
        ))}
      </ol>
    </section>
  )

const Tracks = ({ artist: { name, top_tracks } }: { readonly artist: Artist }) => (
  <section class="block" aria-label="Tracks">
    <h3>Tracks</h3>
    <Ranked
      items={top_tracks.map(({ album_id, album_name, name, scrobble_count }) => ({
        name,
        value: scrobble_count,
        note: album_name ?? undefined,
        href: album_id === null ? undefined : to(`/listening/albums/${album_id}`)
      }))}
    />
    <p class="onward">
      <a href={to("/listening/history", { artist: name })}>Every play</a>
    </p>
  </section>
)

const Concerts = ({ artist: { concerts } }: { readonly artist: Artist }) => (
  <section class="block" aria-label="Concerts">
    <h3>Concerts</h3>
    {concerts.length === 0 ? (
      <p class="quiet">Not seen live.</p>
    ) : (
      <ul class="rows">
        {concerts.map(({ attended, city, event_date, event_id, title, venue_name }) => (
          <Row
            key={event_id}
            initial={title}
            title={<a href={to(`/attending/${event_id}`)}>{title}</a>}
            note={[venue_name, city].filter((part) => part !== null).join(", ")}
            aside={
              <>
                {day(event_date)}
                {!attended && <span class="quiet"> not attended</span>}
              </>
            }
          />
        ))}
      </ul>
    )}
  </section>
)

const Similar = ({ artist: { similar_artists } }: { readonly artist: Artist }) =>
  similar_artists.length === 0 ? null : (
    <section class="block" aria-label="Similar artists">
      <h3>Similar artists in the library</h3>
      <ul class="rows">
        {similar_artists.map(({ genre, id, image, name, your_scrobble_count }) => (
          <Row
            key={id}
            image={image}
            initial={name}
            title={<a href={to(`/listening/artists/${id}`)}>{name}</a>}
            note={genre ?? undefined}
            aside={count(your_scrobble_count)}
          />
        ))}
      </ul>
    </section>
  )

const ownedLimit = 50

const Owned = ({ name }: { readonly name: string }) => {
  const query = useMemo(() => ({ artist: name, limit: ownedLimit, sort: "year", order: "asc" }), [name])
  return (
    <Block title="Owned" answer={useAnswer("collecting/vinyl", query)} rows={6} nothing="No record on the shelf.">
      {({ data }) => (
        <ul class="rows">
          {data.map(({ artists, format, id, image, title, year }) => (
            <Row
              key={id}
              image={image}
              initial={title}
              title={<a href={to(`/collecting/${id}`)}>{title}</a>}
              note={artists.join(", ")}
              aside={[format, year].filter((part) => part !== null).join(", ")}
            />
          ))}
        </ul>
      )}
    </Block>
  )
}

const Life = ({ artist }: { readonly artist: Artist }) => (
  <>
    <Head title={artist.name} over={<a href={to("/listening")}>Listening</a>}>
      <div class="portrait">
        <Picture image={artist.image} alt="" initial={artist.name} width={176} height={176} eager />
        <div>
          <Lead artist={artist} />
          {(artist.tags ?? []).length > 0 && (
            <p class="quiet">
              {(artist.tags ?? [])
                .slice(0, 6)
                .map(({ name }) => name)
                .join(" · ")}
            </p>
          )}
        </div>
      </div>
    </Head>
    {artist.bio_summary !== null && (
      <p class="prose" dir="auto">
        {artist.bio_summary}
      </p>
    )}
    <Domain id="plays" title="Heard">
      <Years artist={artist} />
      <Albums artist={artist} />
      <Tracks artist={artist} />
      <Similar artist={artist} />
    </Domain>
    <Domain id="beyond" title="Seen and owned">
      <Concerts artist={artist} />
      <Owned name={artist.name} />
    </Domain>
    <p class="onward">
      <SiteLink to={artist.url}>At Last.fm</SiteLink> <SiteLink to={artist.apple_music_url}>At Apple Music</SiteLink>
    </p>
  </>
)

/** `/listening/artists/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "listening/artists/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <Detail answer={answer} of="artist">
        {(artist) => (
          <>
            <Life artist={artist} />
            <Why domain="listening" type="artist" id={artist.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.artist}
        answer={answer}
        subjectOf={({ name }) => ({ artist: name })}
      />
    </>
  )
}
