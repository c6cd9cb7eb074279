import { useEffect, useRef, useState } from "preact/hooks"
import { useAvailability } from "../../api/availability.js"
import type { LiveEvent } from "../../api/live.js"
import { useAnswer, useSession } from "../../api/useAnswer.js"
import { Block, Link } from "../../parts/Block.js"
import { Picture } from "../../pictures/Picture.js"
import { to } from "../../router/location.js"
import { ago } from "../../text/format.js"

const pollMs = 60_000

const topics = ["now_playing"]

/**
 * Reloads when the host's stream says that something else is playing. Without a stream, for example because the host
 * has none left, it polls once a minute. A hidden tab does neither.
 */
const useLiveReload = (reload: () => void, active: boolean) => {
  const { follow } = useSession()
  const [isVisible, setVisible] = useState(document.visibilityState === "visible")
  const [isLive, setLive] = useState(false)
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    const listen = () => setVisible(document.visibilityState === "visible")
    document.addEventListener("visibilitychange", listen)
    return () => document.removeEventListener("visibilitychange", listen)
  }, [])
  useEffect(() => {
    if (!active || !isVisible) return
    const onEvent = ({ event }: LiveEvent) => void (event === "now_playing" && latest.current())
    const close = follow({ topics, onEvent, onState: setLive })
    return () => {
      close()
      setLive(false)
    }
  }, [follow, active, isVisible])
  useEffect(() => {
    if (!active || !isVisible || isLive) return
    const timer = setInterval(() => latest.current(), pollMs)
    return () => clearInterval(timer)
  }, [active, isVisible, isLive])
}

interface NowPlayingProps {
  /** Called when the answer is there, whatever it is. */
  readonly onAnswered?: () => void
}

/** The current or last play. */
export const NowPlaying = ({ onAnswered }: NowPlayingProps) => {
  const answer = useAnswer("listening/now-playing", {}, useAvailability().plays)
  const isPending = answer.outcome === undefined
  useEffect(() => {
    if (!isPending) onAnswered?.()
  }, [isPending])
  useLiveReload(answer.reload, answer.outcome?._tag === "Success")
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
            <p class="track" dir="auto">
              <Link to={track.url}>{track.name}</Link>
            </p>
            <p class="artist" dir="auto">
              {track.artist.id === null ? (
                track.artist.name
              ) : (
                <a href={to(`/listening/artists/${track.artist.id}`)}>{track.artist.name}</a>
              )}
            </p>
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
