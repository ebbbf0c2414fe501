package ninjutsu.client;

/**
 * One thing that is wrong with a request.
 *
 * @param field the field's path, "objects[3].owner_id"
 * @param message what is wrong with it
 */
public record Fault(String field, String message) {}
