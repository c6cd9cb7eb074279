import { useAnswer } from "../api/useAnswer.js"
import { Block } from "../parts/Block.js"
import { Happening } from "./Happening.js"

const shown = 5

export const OnThisDay = () => (
  <Block title="On this day" asked={useAnswer("feed/on-this-day")} rows={12} nothing="Nothing on this day in earlier years.">
    {({ years }) => years.length === 0 ? <p class="quiet">Nothing on this day in earlier years.</p> : (
      <>
        {years.map(({ items, year }) => (
          <div key={year} class="feed-day">
            <h4>{year}</h4>
            <ul class="happenings">{items.slice(0, shown).map((item) => <Happening key={item.id} item={item} />)}</ul>
            {items.length > shown && <p class="quiet">and {items.length - shown} more</p>}
          </div>
        ))}
      </>
    )}
  </Block>
)
