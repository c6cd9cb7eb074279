import { runningCorrectionsContract } from "../contract/runningCorrections.js"
import { newDatabase } from "../support/database.js"

runningCorrectionsContract(newDatabase())
