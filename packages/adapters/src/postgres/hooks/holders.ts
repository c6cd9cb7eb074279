import { Effect } from "effect"
import { randomInt } from "node:crypto"
import { holder as processName, isDead } from "../claim.js"
import { boolean, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { isHeld } from "../Presence.js"

const highestLock = 2_147_483_647

/**
 * The name of a sender in its leases: the presence lock that it holds, and its process. A container that starts again
 * often has the same host name and process id as before.
 */
export const newHolder = () => {
  const lock = randomInt(highestLock)
  return { lock, holder: `${lock}/${processName}` }
}

const processOf = (holder: string) => holder.slice(holder.indexOf("/") + 1)

const leaseColumns = { holder: text, held: boolean }

/**
 * Releases the messages of ended senders on this machine: their process has ended, or this one has taken its place and
 * nobody holds their lock. Others end with their lease.
 */
export const releaseDead = (own: string) =>
  Effect.gen(function* () {
    const leases = yield* sql(leaseColumns)`
      SELECT holder, ${isHeld("sender", sql`coalesce(substring(holder FROM '^([0-9]+)/'), '0')`)} AS held
      FROM (SELECT DISTINCT holder FROM hook_messages WHERE state = 'due' AND holder IS NOT NULL) AS lease`
    const dead = leases.flatMap(({ held, holder }) => {
      const name = processOf(holder)
      const isReplaced = name === processName && holder !== own && !held
      return isReplaced || isDead(name) ? [holder] : []
    })
    if (dead.length === 0) return
    yield* sql`
      UPDATE hook_messages SET holder = NULL, held_until = NULL
      WHERE state = 'due' AND holder = ANY(${dead}::text[])`
  })
