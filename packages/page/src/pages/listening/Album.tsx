import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { SiteLink } from "../../parts/Block.js"
import { Detail, Domain, Figure, Head } from "../../parts/Frame.js"
import { Ranked } from "../../parts/lists.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { yearOf } from "../../text/dates.js"
import { count, dateOf } from "../../text/format.js"

interface LifeProps {
  readonly album: Answers["listening/albums/:id"]
}

const Life = ({
  album: { apple_music_url, artist, first_scrobbled_at, image, name, playcount, tracks, url }
}: LifeProps) => (
  <>
    <Head
      title={name}
      over={
        <>
          <a href={to("/listening")}>Listening</a> ·{" "}
          <a href={to(`/listening/artists/${artist.id}`)} dir="auto">
            {artist.name}
          </a>
        </>
      }
    >
      <div class="portrait">
        <Picture image={image} alt={`Cover of ${name}`} initial={name} width={264} height={264} eager />
        <dl class="figures">
          <Figure of={playcount === 1 ? "play" : "plays"} value={count(playcount)} />
          <Figure of={tracks.length === 1 ? "track played" : "tracks played"} value={count(tracks.length)} />
          {first_scrobbled_at !== null && (
            <Figure of="first heard" value={yearOf(first_scrobbled_at)} note={dateOf(Date.parse(first_scrobbled_at))} />
          )}
        </dl>
      </div>
    </Head>
    <Domain id="tracks" title="Tracks">
      <section class="block whole" aria-label="Tracks, most played first">
        <h3>Most played first</h3>
        <Ranked items={tracks.map(({ name, scrobble_count }) => ({ name, value: scrobble_count }))} />
      </section>
    </Domain>
    <p class="onward">
      <a href={to("/listening/history", { artist: artist.name, album: name })}>Every play</a>{" "}
      <SiteLink to={url}>At Last.fm</SiteLink> <SiteLink to={apple_music_url}>At Apple Music</SiteLink>
    </p>
  </>
)

/** `/listening/albums/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "listening/albums/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <Detail answer={answer} of="album">
        {(album) => (
          <>
            <Life album={album} />
            <Why domain="listening" type="album" id={album.id} />
          </>
        )}
      </Detail>
      <SomethingWrong
        key={params["id"]}
        repair={repairs.album}
        answer={answer}
        subjectOf={({ artist, name }) => ({ artist: artist.name, album: name })}
      />
    </>
  )
}
