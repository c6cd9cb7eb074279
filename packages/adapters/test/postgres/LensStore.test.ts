import { lensStoreContract } from "../contract/LensStore.js"
import { newDatabase } from "../support/database.js"

lensStoreContract(newDatabase())
