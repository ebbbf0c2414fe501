package ninjutsu.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DeepHoursTest {

  @Test
  void itTellsWhatTheReadmeShows() throws Exception {
    String address = System.getenv("CONFORMANCE_ADDRESS");
    assumeTrue(address != null, "CONFORMANCE_ADDRESS names no server");
    PrintStream before = System.out;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setOut(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      DeepHours.main(new String[] {address});
    } finally {
      System.setOut(before);
    }
    String readme = Files.readString(Path.of("..", "README.md"));
    int from = readme.indexOf("BLOCKED, 509.1h");
    assertEquals(
        readme.substring(from, readme.indexOf("```", from)),
        told.toString(StandardCharsets.UTF_8));
  }
}
