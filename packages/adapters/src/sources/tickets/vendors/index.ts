import { axs } from "./axs.js"
import { dice } from "./dice.js"
import { eventbrite } from "./eventbrite.js"
import { frontgate } from "./frontgate.js"
import { seatgeek } from "./seatgeek.js"
import { seetickets } from "./seetickets.js"
import { stubhub } from "./stubhub.js"
import { ticketclub } from "./ticketclub.js"
import { ticketmaster } from "./ticketmaster.js"
import type { Vendor } from "./Vendor.js"
import { vividseats } from "./vividseats.js"

/** Every seller whose mails are read. */
export const vendors: ReadonlyArray<Vendor> = [ticketmaster, axs, seatgeek, stubhub, vividseats, ticketclub, eventbrite, dice, seetickets, frontgate]
