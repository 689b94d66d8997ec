import CoreGraphics
import Foundation

/// A group of layer changes that take effect together, with settings for the animations that they create.
///
/// Transactions belong to threads and nest. A change outside any transaction opens an implicit one, which the thread's
/// run loop commits in its next turn. *Source*: Apple, CATransaction.h.
open class CATransaction: NSObject {
    /// Starts a transaction within the current one.
    open class func begin() { TransactionStack.current.begin() }

    /// Ends the innermost transaction; ending the outermost one sends all changes to the server.
    ///
    /// It does nothing when the thread has no transaction.
    open class func commit() { TransactionStack.current.commit() }

    /// Commits an implicit transaction now; does nothing inside one that was begun explicitly.
    open class func flush() { TransactionStack.current.flush() }

    /// Keeps other threads from changing layers until `unlock()`; the same thread may lock again.
    open class func lock() { TransactionLock.shared.lock() }

    /// Undoes one `lock()`.
    open class func unlock() { TransactionLock.shared.unlock() }

    /// The duration in seconds of animations that set none; 0.25 s by default.
    open class func animationDuration() -> CFTimeInterval { TransactionStack.current.animationDuration ?? 0.25 }

    /// Sets the duration for this transaction and those within it, in seconds.
    open class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(NSNumber(value: dur), forKey: kCATransactionAnimationDuration)
    }

    /// The timing function of implicit animations; with nil, they use the default one.
    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
    }

    /// Sets the timing function for this transaction and those within it.
    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        setValue(function, forKey: kCATransactionAnimationTimingFunction)
    }

    /// Whether changes look for no actions; false by default.
    open class func disableActions() -> Bool { TransactionStack.current.disableActions }

    /// Sets whether changes in this transaction and those within it look for no actions.
    open class func setDisableActions(_ flag: Bool) {
        TransactionStack.current.setDisableActions(flag)
    }

    /// Runs `body` in a transaction of its own in which changes look for no actions.
    package static func withoutActions(_ body: () -> Void) {
        begin()
        setDisableActions(true)
        body()
        commit()
    }

    /// The block that runs when the animations added since it was set have ended.
    open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completionBlock }

    /// Sets the block that runs when all animations that this transaction adds from now on have ended.
    ///
    /// The block runs in a later turn of the run loop, or of a driver such as `LayerRenderer`. It never runs within the
    /// commit, even when nothing was added. A block that was set before still runs, for the animations added before.
    open class func setCompletionBlock(_ block: (() -> Void)?) { TransactionStack.current.setCompletionBlock(block) }

    /// The value of a setting in the innermost transaction that sets it; nil when none does.
    open class func value(forKey key: String) -> Any? { TransactionStack.current.value(forKey: key) }

    /// Sets a setting of the innermost transaction. Keys other than Apple's four are stored for the program.
    open class func setValue(_ anObject: Any?, forKey key: String) {
        TransactionStack.current.setValue(anObject, forKey: key)
    }
}

/// The key of the duration of animations, an NSNumber in seconds.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of whether actions are disabled, an NSNumber.
public let kCATransactionDisableActions = "disableActions"
/// The key of the timing function of animations, a CAMediaTimingFunction.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the completion block, a `() -> Void`.
public let kCATransactionCompletionBlock = "completionBlock"
