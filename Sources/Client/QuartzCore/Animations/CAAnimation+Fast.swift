/// Copies of animations of Apple's own classes, without the rows of their properties: a tenth of the steps.
///
/// Everything works without this file. `AnimationCopyTests` compares both ways for all properties.
extension CAAnimation {
    /// Copies the stored properties but for those that `copy(with:)` copies itself.
    ///
    /// *Returns*: false, with nothing copied, for classes of programs, whose accessors may do more.
    func copyStoredValues(to copy: CAAnimation) -> Bool {
        switch (self, copy) {
        case (let from as CAKeyframeAnimation, let to as CAKeyframeAnimation)
        where type(of: from) == CAKeyframeAnimation.self: from.copyKeyframes(to: to)
        case (let from as CABasicAnimation, let to as CABasicAnimation)
        where type(of: from) == CABasicAnimation.self:
            from.copyProperty(to: to)
            (to.fromValue, to.toValue, to.byValue) = (from.fromValue, from.toValue, from.byValue)
        default: return false
        }
        (copy.timing, copy.timingFunction) = (timing, timingFunction)
        copy.isRemovedOnCompletion = isRemovedOnCompletion
        return true
    }
}

extension CAPropertyAnimation {
    fileprivate func copyProperty(to copy: CAPropertyAnimation) {
        (copy.keyPath, copy.valueFunction) = (keyPath, valueFunction)
        (copy.isAdditive, copy.isCumulative) = (isAdditive, isCumulative)
    }
}

extension CAKeyframeAnimation {
    fileprivate func copyKeyframes(to copy: CAKeyframeAnimation) {
        copyProperty(to: copy)
        (copy.values, copy.keyTimes, copy.timingFunctions) = (values, keyTimes, timingFunctions)
        if let path { copy.path = path }
        (copy.calculationMode, copy.rotationMode) = (calculationMode, rotationMode)
        (copy.tensionValues, copy.continuityValues) = (tensionValues, continuityValues)
        copy.biasValues = biasValues
    }
}
