import { usePresence } from "../api/Presence.js"
import { useAnswer } from "../api/useAnswer.js"
import { Sparkline } from "../charts/Sparkline.js"
import { YearOfDays } from "../charts/YearOfDays.js"
import { Block } from "../parts/Block.js"
import { Domain } from "../parts/Domain.js"
import { Link } from "../parts/Link.js"
import { Picture } from "../pictures/Picture.js"
import { count, counted, day } from "../text/format.js"

const ListeningYear = () => {
  const asked = useAnswer("listening/calendar", {}, usePresence().plays)
  return (
    <Block title="The listening year" asked={asked} class="whole" rows={9} nothing="No plays this year yet.">
      {({ days, max_day, total, year }) => (
        <YearOfDays year={year} days={days} summary={`${counted(total, "play")} in ${year}; most on ${day(max_day.date, "weekday")}: ${count(max_day.count)}`} />
      )}
    </Block>
  )
}

const shown = 8
const topArtists = { period: "12month", include_sparklines: true, limit: shown }

const TopArtists = () => {
  const asked = useAnswer("listening/top/artists", topArtists)
  return (
    <Block title="Top artists, twelve months" asked={asked} class="whole" rows={17} nothing="No artists yet: they come with the first plays.">
      {({ data }) => (
        <ol class="artists">
          {data.map(({ genre, id, image, name, playcount, sparkline, url }) => (
            <li key={id}>
              <Picture image={image} alt="" initial={name} width={56} height={56} />
              <span class="what"><span class="name"><Link to={url}>{name}</Link></span>{genre !== null && <span class="quiet">{genre}</span>}</span>
              {sparkline !== undefined && <Sparkline points={sparkline.points} />}
              <span class="figure">{count(playcount)}<span class="unseen"> plays</span></span>
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}

export const Listening = () => (
  <Domain id="listening" title="Listening">
    <ListeningYear />
    <TopArtists />
  </Domain>
)
