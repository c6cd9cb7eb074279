import { activityCorrectionsContract } from "../contract/activityCorrections.js"
import { newDatabase } from "../support/database.js"

activityCorrectionsContract(newDatabase())
