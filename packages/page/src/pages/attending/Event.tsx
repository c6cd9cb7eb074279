import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { type Answer, useAnswer } from "../../api/useAnswer.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { repairs } from "../../corrections/choices.js"
import { Why } from "../../corrections/Why.js"
import { SiteLink } from "../../parts/Block.js"
import { Detail, Domain, Head } from "../../parts/Frame.js"
import { Row } from "../../parts/lists.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { count, day, quantity } from "../../text/format.js"

type EventDetail = Answers["attending/events/:id"]
type Game = Extract<EventDetail["event_data"], { readonly linescore: unknown }>
type Concert = Extract<EventDetail["event_data"], { readonly setlist: unknown }>

const sum = (values: ReadonlyArray<number | null>) => values.reduce<number>((all, value) => all + (value ?? 0), 0)

const LineScore = ({ game: { away_score, away_team, home_score, home_team, linescore } }: { readonly game: Game }) => {
  const sides = [
    { side: "away", team: away_team, score: away_score },
    { side: "home", team: home_team, score: home_score }
  ] as const
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label="Line score">
      <table class="plain score">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Team</span>
            </th>
            {linescore.map(({ inning }) => (
              <th key={inning} scope="col">
                {inning}
              </th>
            ))}
            <th scope="col">{linescore.length > 0 ? "R" : "Score"}</th>
            {linescore.length > 0 && (
              <>
                <th scope="col">H</th>
                <th scope="col">E</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {sides.map(({ score, side, team }) => (
            <tr key={side}>
              <th scope="row">{team.full_name ?? team.name}</th>
              {linescore.map((inning) => (
                <td key={inning.inning}>{inning[`${side}_runs`] ?? ""}</td>
              ))}
              <td>
                <b>{score ?? ""}</b>
              </td>
              {linescore.length > 0 && (
                <>
                  <td>{sum(linescore.map((inning) => inning[`${side}_hits`]))}</td>
                  <td>{sum(linescore.map((inning) => inning[`${side}_errors`]))}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const GameBlock = ({ event, game }: { readonly event: EventDetail; readonly game: Game }) => {
  const facts = [
    game.winning_pitcher === null ? null : `Winning pitcher ${game.winning_pitcher}`,
    game.attendance === null ? null : `${count(game.attendance)} spectators`,
    game.duration_minutes === null ? null : quantity(game.duration_minutes, "minute"),
    game.weather
  ].filter((part) => part !== null)
  const notable = event.players.filter(({ notable }) => notable)
  return (
    <>
      <section class="block whole" aria-label="The game">
        <h3>The game{game.my_team_won === null ? "" : game.my_team_won ? ", won" : ", lost"}</h3>
        <LineScore game={game} />
        {facts.length > 0 && <p class="quiet after-table">{facts.join(" · ")}</p>}
      </section>
      {notable.length > 0 && (
        <section class="block" aria-label="Notable players">
          <h3>Notable players</h3>
          <ul class="rows">
            {notable.map(({ decision, player, team }) => (
              <Row
                key={player.id}
                initial={player.full_name}
                title={player.full_name}
                note={[player.primary_position, team?.name].filter((part) => part != null).join(" · ")}
                {...(decision === null ? {} : { aside: decision })}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const SetList = ({ concert }: { readonly concert: Concert }) => (
  <section class="block" aria-label="Set list">
    <h3>
      Set list{concert.setlist.length > 0 && `, ${quantity(concert.setlist.length, "song")}`}
      {concert.tour_name !== null && ` — ${concert.tour_name}`}
    </h3>
    {concert.setlist.length === 0 ? (
      <p class="quiet">No set list is known.</p>
    ) : (
      <ol class="numbered">
        {concert.setlist.map(({ cover, encore, name, tape }, index) => (
          <li key={index} dir="auto">
            {name}
            <span class="quiet">
              {cover !== null && ` ${cover} cover`}
              {encore !== null && " encore"}
              {tape && " from tape"}
            </span>
          </li>
        ))}
      </ol>
    )}
    <p class="onward">
      <SiteLink to={concert.setlist_url}>At setlist.fm</SiteLink>
    </p>
  </section>
)

type Performer = EventDetail["performers"][number]

const PerformerRow = ({ performer: { image, lastfm_artist_id, name, role } }: { readonly performer: Performer }) => {
  const query = useMemo(() => ({ id: lastfm_artist_id ?? 0 }), [lastfm_artist_id])
  const { outcome } = useAnswer("listening/artists/:id", query, lastfm_artist_id == null ? "never" : "now")
  return (
    <Row
      image={image}
      initial={name}
      title={lastfm_artist_id == null ? name : <a href={to(`/listening/artists/${lastfm_artist_id}`)}>{name}</a>}
      note={role}
      aside={outcome?._tag === "Success" ? quantity(outcome.value.scrobble_count, "play") : ""}
    />
  )
}

const Performers = ({ performers }: { readonly performers: ReadonlyArray<Performer> }) => (
  <section class="block" aria-label="On stage">
    <h3>On stage, and how often heard</h3>
    <ul class="rows">
      {performers.map((performer) => (
        <PerformerRow key={performer.id} performer={performer} />
      ))}
    </ul>
  </section>
)

const priceOf = (cents: number | null, currency: string | null) =>
  cents === null || currency === null ? null : (cents / 100).toLocaleString("en-GB", { style: "currency", currency })

const Tickets = ({ tickets }: { readonly tickets: EventDetail["tickets"] }) => (
  <section class="block" aria-label="Tickets">
    <h3>Tickets</h3>
    {tickets.length === 0 ? (
      <p class="quiet">None known.</p>
    ) : (
      <ul class="rows">
        {tickets.map(({ currency, id, quantity: number, row, seat, section, total_price_cents, vendor }) => (
          <Row
            key={id}
            initial="T"
            title={vendor}
            note={[
              section === null ? null : `section ${section}`,
              row === null ? null : `row ${row}`,
              seat === null ? null : `seat ${seat}`,
              number === null ? null : quantity(number, "ticket")
            ]
              .filter((part) => part !== null)
              .join(", ")}
            aside={priceOf(total_price_cents, currency) ?? ""}
          />
        ))}
      </ul>
    )}
  </section>
)

const placeOf = ({ venue }: EventDetail) =>
  venue === null ? undefined : [venue.name, venue.city, venue.country].filter((part) => part !== null).join(", ")

/** `/attending/{id}`. */
export const Page = ({ params }: { readonly params: Params }) => {
  const answer = useAnswer(
    "attending/events/:id",
    useMemo(() => ({ id: params["id"]! }), [params["id"]])
  )
  return (
    <>
      <EventPage answer={answer} />
      <SomethingWrong
        key={params["id"]}
        repair={repairs.event}
        answer={answer}
        subjectOf={({ event_date, title }) => ({ title, date: event_date })}
      />
    </>
  )
}

const EventPage = ({ answer }: { readonly answer: Answer<EventDetail> }) => (
  <Detail answer={answer} of="event">
    {(event) => (
      <>
        <Head
          title={event.title}
          over={
            <>
              <a href={to("/attending")}>Attending</a> · {day(event.event_date, "long")}
              {event.status !== "attended" && ` · ${event.status}`}
            </>
          }
        >
          <p>{[event.subtitle, placeOf(event)].filter((part) => part != null).join(" — ")}</p>
        </Head>
        <Domain id="event" title="What happened">
          {"linescore" in event.event_data && <GameBlock event={event} game={event.event_data} />}
          {"setlist" in event.event_data && <SetList concert={event.event_data} />}
          {event.performers.length > 0 && <Performers performers={event.performers} />}
          <Tickets tickets={event.tickets} />
          {event.notes !== null && (
            <section class="block" aria-label="Notes">
              <h3>Notes</h3>
              <p dir="auto">{event.notes}</p>
            </section>
          )}
        </Domain>
        <Why domain="attending" type="event" id={event.id} />
      </>
    )}
  </Detail>
)
