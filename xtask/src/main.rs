//! Chores of the kiln repository that are not part of the product.

fn main() {}
