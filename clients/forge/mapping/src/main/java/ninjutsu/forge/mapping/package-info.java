/** Forge's terms as the service's: functions on plain values, without a class of Forge's. */
package ninjutsu.forge.mapping;
