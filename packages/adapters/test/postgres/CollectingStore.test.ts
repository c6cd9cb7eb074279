import { collectingStoreContract } from "../contract/CollectingStore.js"
import { newDatabase } from "../support/database.js"

collectingStoreContract(newDatabase())
