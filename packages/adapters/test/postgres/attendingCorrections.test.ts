import { attendingCorrectionsContract } from "../contract/attendingCorrections.js"
import { newDatabase } from "../support/database.js"

attendingCorrectionsContract(newDatabase())
