/**
 * A client of the Ninjutsu service.
 *
 * <p>{@link ninjutsu.client.NinjutsuClient#connect} speaks to a service with its recommended
 * deadline and retries; {@link ninjutsu.client.StateBuilder} says what an engine knows of a
 * combat; {@link ninjutsu.client.Change} tells events apart. The messages themselves are in
 * {@code ninjutsu.v1}.
 */
package ninjutsu.client;
