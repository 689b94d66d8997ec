import CoreGraphics
import Foundation

/// Changes of layers that take effect together, with the settings of the animations that they make.
///
/// Transactions belong to threads and nest. A change outside any makes an implicit one, which the thread's run loop
/// commits in its next turn. *Source*: Apple, CATransaction.h.
open class CATransaction: NSObject {
    /// Starts a transaction within the current one.
    open class func begin() { TransactionStack.current.begin() }

    /// Ends the innermost transaction; the outermost one's end sends all changes to the server.
    ///
    /// Without one on this thread nothing happens.
    open class func commit() { TransactionStack.current.commit() }

    /// Commits an implicit transaction now; does nothing within one that was begun explicitly.
    open class func flush() { TransactionStack.current.flush() }

    /// Keeps other threads from changing layers until `unlock()`; the same thread may lock again.
    open class func lock() { TransactionLock.shared.lock() }

    /// Undoes one `lock()`.
    open class func unlock() { TransactionLock.shared.unlock() }

    /// The duration of implicit animations, and of explicit ones that have none: 0.25 s unless set.
    open class func animationDuration() -> CFTimeInterval { TransactionStack.current.animationDuration ?? 0.25 }

    /// Sets the duration for this transaction and those within it, in seconds.
    open class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(NSNumber(value: dur), forKey: kCATransactionAnimationDuration)
    }

    /// The pace of implicit animations; nil unless set, and then they have the default one.
    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
    }

    /// Sets the pace for this transaction and those within it.
    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        setValue(function, forKey: kCATransactionAnimationTimingFunction)
    }

    /// Whether changes look for no actions; false unless set.
    open class func disableActions() -> Bool { TransactionStack.current.disableActions }

    /// Sets whether changes in this transaction and those within it look for actions.
    open class func setDisableActions(_ flag: Bool) {
        TransactionStack.current.setDisableActions(flag)
    }

    /// Makes changes that look for no actions, in a transaction of their own.
    package static func withoutActions(_ body: () -> Void) {
        begin()
        setDisableActions(true)
        body()
        commit()
    }

    /// What is called when the animations have ended that were added since it was set.
    open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completionBlock }

    /// Sets what is called when all animations have ended that this transaction adds from now on.
    ///
    /// It is called in a later turn of the run loop, or of a driver such as `LayerRenderer`: never within the commit, also
    /// when nothing was added. A block that was set before is called too, for what was added before.
    open class func setCompletionBlock(_ block: (() -> Void)?) { TransactionStack.current.setCompletionBlock(block) }

    /// A setting of the innermost transaction that has it; nil when none has.
    open class func value(forKey key: String) -> Any? { TransactionStack.current.value(forKey: key) }

    /// Sets a setting of the innermost transaction; keys beyond the four of Apple are kept for the program.
    open class func setValue(_ anObject: Any?, forKey key: String) {
        TransactionStack.current.setValue(anObject, forKey: key)
    }
}

/// The key of the duration of animations, an NSNumber in seconds.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of whether actions are disabled, an NSNumber.
public let kCATransactionDisableActions = "disableActions"
/// The key of the pace of animations, a CAMediaTimingFunction.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the completion block, a `() -> Void`.
public let kCATransactionCompletionBlock = "completionBlock"
