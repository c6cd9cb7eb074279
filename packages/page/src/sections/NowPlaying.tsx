import { useEffect } from "preact/hooks"
import { useAvailability } from "../api/availability.js"
import { useAnswer } from "../api/useAnswer.js"
import { Block, Link } from "../parts/Block.js"
import { Picture } from "../pictures/Picture.js"
import { ago } from "../text/format.js"

const pollMs = 60_000

/** Polls once a minute while the tab is visible. */
const usePolling = (reload: () => void, active: boolean) =>
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), pollMs)
    return () => clearInterval(timer)
  })

/** The current or last play. */
export const NowPlaying = () => {
  const answer = useAnswer("listening/now-playing", {}, useAvailability().plays)
  usePolling(answer.reload, answer.outcome?._tag === "Success")
  return (
    <Block
      title={answer.outcome?._tag === "Success" && answer.outcome.value.is_playing ? "Now playing" : "Last played"}
      answer={answer}
      class="now"
      rows={5}
      nothing={
        <>
          Nothing played yet. Run <code>daybook import lastfm scrobbles.csv</code> or <code>daybook sync lastfm</code>.
        </>
      }
    >
      {({ is_playing, scrobbled_at, track }) => (
        <div class="now-playing">
          <Picture
            image={track.album.image}
            alt={track.album.name === null ? "" : `Cover of ${track.album.name}`}
            initial={track.name}
            width={176}
            height={176}
            eager
          />
          <div>
            <p class="track">
              <Link to={track.url}>{track.name}</Link>
            </p>
            <p class="artist">{track.artist.name}</p>
            {track.album.name !== null && <p class="quiet">{track.album.name}</p>}
            <p class="when">
              {is_playing ? (
                <>
                  <span class="bars" aria-hidden="true">
                    <i />
                    <i />
                    <i />
                  </span>
                  playing now
                </>
              ) : scrobbled_at === null ? (
                ""
              ) : (
                ago(Date.parse(scrobbled_at), Date.now())
              )}
            </p>
          </div>
        </div>
      )}
    </Block>
  )
}
