import { sharedLimitsContract } from "../contract/SharedLimits.js"
import { newDatabase } from "../support/database.js"

sharedLimitsContract(newDatabase())
