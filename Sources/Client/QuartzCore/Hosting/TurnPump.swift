/// The client's half of a tree that is shown live: it works at the ends of its thread's turns.
///
/// It belongs to the thread whose `ThreadState` lists it.
package protocol TurnPump: AnyObject {
    /// Does the work that is due.
    func work()
    /// Waits for the next work. It follows the work of all pumps of the thread.
    func rest()
    /// Asks for a turn of the thread as soon as possible.
    func wake()
}
