import { useEffect } from "preact/hooks"
import { usePresence } from "../api/Presence.js"
import { useAnswer } from "../api/useAnswer.js"
import { Block } from "../parts/Block.js"
import { Link } from "../parts/Link.js"
import { Picture } from "../pictures/Picture.js"
import { ago } from "../text/format.js"

const pollMs = 60_000

/** Asks once a minute, as long as somebody looks and the host answers. */
const usePolling = (again: () => void, active: boolean) =>
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => document.visibilityState === "visible" && again(), pollMs)
    return () => clearInterval(timer)
  })

/** What is playing at this moment, or was played last. */
export const NowPlaying = () => {
  const asked = useAnswer("listening/now-playing", {}, usePresence().plays)
  usePolling(asked.again, asked.outcome?._tag === "There")
  return (
    <Block
      title={asked.outcome?._tag === "There" && asked.outcome.value.is_playing ? "Now playing" : "Last played"}
      asked={asked}
      class="now"
      rows={5}
      nothing={<>Nothing played yet. <code>daybook import lastfm scrobbles.csv</code> or <code>daybook sync lastfm</code> brings plays.</>}
    >
      {({ is_playing, scrobbled_at, track }) => (
        <div class="now-playing">
          <Picture image={track.album.image} alt={track.album.name === null ? "" : `Cover of ${track.album.name}`} initial={track.name} width={176} height={176} eager />
          <div>
            <p class="track"><Link to={track.url}>{track.name}</Link></p>
            <p class="artist">{track.artist.name}</p>
            {track.album.name !== null && <p class="quiet">{track.album.name}</p>}
            <p class="when">
              {is_playing ? <><span class="bars" aria-hidden="true"><i /><i /><i /></span>playing now</> : scrobbled_at === null ? "" : ago(Date.parse(scrobbled_at), Date.now())}
            </p>
          </div>
        </div>
      )}
    </Block>
  )
}
