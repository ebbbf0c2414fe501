package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.UnknownFieldSet;
import ninjutsu.v1.Event;
import org.junit.jupiter.api.Test;

class ChangeTest {

  @Test
  void everyKindOfTheContractHasItsRecord() {
    for (FieldDescriptor field : Event.getDescriptor().getOneofs().get(0).getFields()) {
      Event.Builder event = Event.newBuilder();
      event.setField(field, event.newBuilderForField(field).buildPartial());
      Change change = Change.of(event.build());
      assertEquals(field.getMessageType().getName(), change.getClass().getSimpleName());
    }
  }

  @Test
  void aKindOfALaterContractIsUnknown() {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    Happened happened =
        Happened.of(Event.newBuilder().setRule("702.49a").setUnknownFields(later).build());
    assertInstanceOf(Change.Unknown.class, happened.change());
    assertEquals("702.49a", happened.rule());
  }
}
